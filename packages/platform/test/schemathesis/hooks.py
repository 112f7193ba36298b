"""What schemathesis cannot know of our API: loaded by every run (configure.ts)."""

import json
import os
import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """
    A valid `Idempotency-Key` becomes a new one. The document's example stands for every request otherwise, and all
    but the first of them would be refused as another request with the same key.
    """
    for name in case.headers:
        if name.lower() == "idempotency-key" and is_valid(case.headers[name]):
            case.headers[name] = str(uuid.uuid4())
    keep_to_the_application(case.body)


def keep_to_the_application(body):
    """A base URL of the caller's own is that of our application: no test calls a host of the internet."""
    custom = body.get("custom_auth_params") if isinstance(body, dict) else None
    address = custom.get("base_url") if isinstance(custom, dict) else None
    if isinstance(address, str) and address.startswith("http"):
        custom["base_url"] = os.environ["APPLICATION_URL"]


def is_valid(key):
    return isinstance(key, str) and 1 <= len(key) <= 255 and key.isascii() and key.isprintable()


@schemathesis.deserializer("text/html")
def deserialize_page(context, response):
    """The hosted pages are texts."""
    return response.text


@schemathesis.serializer("application/x-ndjson")
def serialize_lines(context, value):
    """A stream of one line."""
    return (json.dumps(value) + "\n").encode()


@schemathesis.deserializer("application/x-ndjson")
def deserialize_lines(context, response):
    """The first line: the schema in the document is that of a line."""
    return json.loads(response.text.split("\n")[0])
