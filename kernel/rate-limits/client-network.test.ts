import assert from "node:assert/strict";
import { test } from "node:test";
import { clientNetwork } from "./client-network.ts";

test("a client is an IPv4 address, or the network of an IPv6 address", () => {
  assert.equal(clientNetwork("192.0.2.7"), "192.0.2.7");
  assert.equal(clientNetwork("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(clientNetwork("2001:db8:0:12:a:b:c:d"), "2001:db8:0:12::/64");
  assert.equal(clientNetwork("2001:db8:0:12::1"), clientNetwork("2001:0DB8:0000:0012:ffff::9"));
  assert.notEqual(clientNetwork("2001:db8:0:12::1"), clientNetwork("2001:db8:0:13::1"));
  assert.equal(clientNetwork("::1"), "0:0:0:0::/64");
  assert.equal(clientNetwork("fe80::1%eth0"), "fe80:0:0:0::/64");
});
