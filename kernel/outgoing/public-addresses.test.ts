import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { isPublicAddress } from "./public-addresses.ts";

const INTERNAL = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 0:0:0:0:0:ffff:a00:1 fe80::1 fe80::1%eth0 fec0::1
  fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 2001::1 2001:10::1 2002:7f00:1:: 2002:0808:0808:: 3fff::1 100::1
  64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8 4000::1
  localhost example.com 1 127.1 0x7f.0.0.1 8.8.8.8:80 [::1]`;
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.1.1.1 128.0.0.1 172.15.255.255 172.32.0.1
  192.167.1.1 192.169.1.1 198.17.1.1 198.20.0.1 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::1 2400::1
  64:ff9b::8.8.8.8 64:ff9b::808:808 64:ff9b:0:0:0:0:808:0`;

const listed = (text: string) => text.trim().split(/\s+/);

for (const address of listed(INTERNAL)) {
  test(`${address} is not a public address`, () => assert.equal(isPublicAddress(address), false));
}
for (const address of listed(PUBLIC)) {
  test(`${address} is a public address`, () => assert.equal(isPublicAddress(address), true));
}

test("addresses of the server's own machine are not public", () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  for (const address of own) assert.equal(isPublicAddress(address), false, address);
});
