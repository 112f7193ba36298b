# The Integration Platform as a container: docs/operations.md, "Container".
#
#   docker build -t integration-platform .
#   docker run --read-only --tmpfs /tmp -v platform:/data -p 3000:3000 integration-platform
#
# The base has Debian, Node 24 and npm. To update it, look up the digest of the tag
# (docker buildx imagetools inspect node:24-bookworm-slim), and write it here. The digest is of all architectures.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# What npm reads, so that installed packages are kept while only code changes.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY package.json package-lock.json ./
COPY packages/console/package.json packages/console/
COPY packages/patterns/package.json packages/patterns/
COPY packages/platform/package.json packages/platform/
COPY packages/runtime/package.json packages/runtime/
COPY packages/specwright/package.json packages/specwright/
COPY templates/package.json templates/
COPY test/peers/package.json test/peers/
COPY bench/package.json bench/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund -w packages/platform -w packages/console
COPY LICENSE README.md tsconfig.json ./
COPY generated generated
COPY packages packages
COPY scripts scripts
COPY spec/errors.yaml spec/errors.yaml
COPY templates templates
RUN node -C source scripts/run.js build platform

# Only what runs in production. Types, maps and what is for browsers is left out, which is half of it.
FROM manifests AS production
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --omit=optional -w packages/platform \
  && mkdir -p packages/platform/node_modules \
  && find node_modules -type l -delete \
  && find node_modules packages/platform/node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \
    -o -name '*.md' -o -name '*.markdown' \) -delete \
  && find node_modules -path '*/dist/*' -type d \( -name browser -o -name react-native -o -name workerd \) \
    -prune -exec rm -rf {} + \
  && rm -rf node_modules/.package-lock.json node_modules/.bin

# The root of the image: Node with its libraries, the service and its user. There is no shell.
FROM ${NODE_IMAGE} AS root
RUN mkdir -p /image/app /image/data /image/dev /image/etc /image/proc /image/sys /image/tmp /image/usr/local/bin \
  && cp "$(command -v node)" /image/usr/local/bin/node \
  && ldd "$(command -v node)" | grep -o '/[^ ]*' | xargs -I{} cp -L --parents {} /image \
  && echo 'platform:x:65532:65532::/data:/sbin/nologin' > /image/etc/passwd \
  && echo 'platform:x:65532:' > /image/etc/group \
  && echo 'hosts: files dns' > /image/etc/nsswitch.conf \
  && chmod 1777 /image/tmp && chown 65532:65532 /image/data && chmod 700 /image/data
COPY --from=production /source/node_modules /image/app/node_modules
COPY --from=production /source/packages/platform/node_modules /image/app/platform/node_modules
COPY --from=build /source/packages/platform/dist /image/app/platform

FROM scratch
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Integration Platform" \
  org.opencontainers.image.description="A service through which AI agents call applications" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}"
COPY --from=root /image /
ENV NODE_ENV=production HOST=0.0.0.0 PLATFORM_DATA=/data HOME=/data MALLOC_ARENA_MAX=2
USER 65532:65532
WORKDIR /app/platform
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/usr/local/bin/node", "/app/platform/bin/healthcheck.js"]
# The roles api, worker, all and migrate are arguments; every other argument is a command of `platform`.
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=16", "/app/platform/bin/container.js"]
CMD ["all"]
