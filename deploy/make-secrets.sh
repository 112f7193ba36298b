#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets/: passwords of the database and the first master key. It changes no file
# that exists, because what is encrypted with a master key can be read with that key alone. Keep a copy of master_keys.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }

# Writes the text to a file of its own first, so that a stop leaves no half of a secret.
keep() {
  if [ -e "secrets/$1" ]; then
    echo "secrets/$1 exists: it is kept."
    return
  fi
  printf '%s' "$2" >"secrets/$1.new"
  # The user of the container is another one, so the folder protects the files, and not their own mode.
  chmod 644 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "secrets/$1 was made."
}

keep postgres_password "$(random 24 | tr '+/' '-_')"
keep platform_password "$(random 24 | tr '+/' '-_')"
keep database_url "postgres://platform:$(cat secrets/platform_password)@postgres:5432/platform"
keep master_keys "1:$(random 32)"
echo "Next: docker compose -f deploy/compose.yaml up --wait"
