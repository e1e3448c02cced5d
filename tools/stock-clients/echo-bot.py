"""Sends each direct message back to its sender. Written for any server of the protocol: nothing here knows Parlance."""

import sys

import zulip

client = zulip.Client(config_file=sys.argv[1])


def echo(message):
    if message["type"] == "private" and message["sender_email"] != client.email:
        client.send_message({"type": "private", "to": [message["sender_email"]], "content": message["content"]})


client.call_on_each_message(echo)
