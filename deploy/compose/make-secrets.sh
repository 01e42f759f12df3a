#!/bin/sh
# Makes the secrets of compose.yaml in the folder that is its first argument. Existing ones are kept.
set -eu
cd "$1"
[ -s database-password ] || head -c 24 /dev/urandom | base64 | tr '+/' '-_' >database-password
[ -s master-keys ] || head -c 32 /dev/urandom | base64 >master-keys
printf 'postgres://kontor:%s@postgres:5432/kontor\n' "$(cat database-password)" >database-url
# Only containers with this volume can read them, and each runs as a user of its own.
chmod 444 database-password master-keys database-url
