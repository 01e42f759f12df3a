package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strconv"
	"time"
)

// The signature is lower-case hex; the key is the signing secret, decoded from hex.
func isSigned(message []byte, signature, secret string) bool {
	key, err := hex.DecodeString(secret)
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	expected := hex.EncodeToString(mac.Sum(nil))
	return err == nil && hmac.Equal([]byte(expected), []byte(signature))
}

// Checks a redirect: all three values come in the query. It may be at most 300 seconds old.
func isOurCallback(accountKey, ts, signature, secret string) bool {
	seconds, err := strconv.ParseInt(ts, 10, 64)
	age := time.Now().Unix() - seconds
	isFresh := err == nil && -300 <= age && age <= 300
	return isFresh && isSigned([]byte("accountKey="+accountKey+"&ts="+ts), signature, secret)
}

// Checks a webhook: the raw body, before parsing, and the header X-SERVICE-SIGNATURE.
func isOurEvent(body []byte, signature, secret string) bool {
	return isSigned(body, signature, secret)
}

// go run verify.go <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
func main() {
	arguments := os.Args[1:]
	isOurs := false
	if len(arguments) == 4 {
		isOurs = isOurCallback(arguments[0], arguments[1], arguments[2], arguments[3])
	} else if len(arguments) == 3 {
		isOurs = isOurEvent([]byte(arguments[0]), arguments[1], arguments[2])
	}
	if !isOurs {
		os.Exit(1)
	}
}
