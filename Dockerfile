# docker build -t kontor .
# docker run --init -p 3000:3000 -v kontor-data:/data kontor
#
# Keeps everything, its own PostgreSQL included, in the volume /data. Set DATABASE_URL and KONTOR_MASTER_KEYS to run
# several of them on a database of yours.
FROM node:24-slim

ENV NODE_ENV=production
WORKDIR /app

COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force

COPY CHANGELOG.md LICENSE ./
COPY bin ./bin
COPY docs/start.md ./docs/
COPY docs/guides ./docs/guides
COPY docs/operate ./docs/operate
COPY docs/extend ./docs/extend
COPY docs/reference ./docs/reference
COPY docs/target-systems ./docs/target-systems
COPY src ./src

# PostgreSQL does not run as root, and neither should we.
RUN mkdir /data && chown node:node /data
USER node

ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000

# The port closes after DRAIN_SECONDS (5), and the end takes at most ten seconds more: docker stop --time 15
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "bin/kontor.js"]
CMD ["start"]
