/** Addresses of each range that is not the public internet: one or two, including the ends of the range. */
export const deniedIpv4: readonly string[] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255", "100.100.100.200"],
  ["127.0.0.1", "127.255.255.255"],
  ["168.63.129.16"],
  ["169.254.0.1", "169.254.169.254", "169.254.170.2"],
  ["172.16.0.1", "172.31.255.255"],
  ["192.0.0.1", "192.0.0.192", "192.0.0.255"],
  ["192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"],
  ["192.168.0.1", "192.168.255.255"],
  ["198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"],
  ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
].flat();

/** The same for IPv6. */
export const deniedIpv6: readonly string[] = [
  "::",
  "::1",
  "64:ff9b:1::1",
  "100::1",
  "100:0:0:1::1",
  "2001::1",
  "2001:2::1",
  "2001:3::1",
  "2001:4:112::1",
  "2001:10::1",
  "2001:20::1",
  "2001:30::1",
  "2001:1ff:ffff::1",
  "2001:db8::1",
  "2002::1",
  "2620:4f:8000::1",
  "3ffe::1",
  "3fff::1",
  "3fff:fff:ffff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "ff02::1",
];

/** Addresses that may be called, among them the neighbours of denied ranges. */
export const publicAddresses: readonly string[] = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "140.82.112.5",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001::200e",
  "2620:4f:8001::1",
];

function splitBytes(address: string): number[] {
  return address.split(".").map(Number);
}

/** IPv4 forms that inet_aton accepts. No legitimate caller writes them. */
export function listOddForms(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = splitBytes(address);
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const writeOctal = (value: number): string => `0${value.toString(8)}`;
  const writeHex = (value: number): string => `0x${value.toString(16)}`;
  const writeAllParts = (write: (value: number) => string): string =>
    [a, b, c, d].map(write).join(".");
  return [
    String(number),
    writeOctal(number),
    writeHex(number),
    writeHex(number).toUpperCase(),
    writeAllParts(writeOctal),
    writeAllParts(writeHex),
    writeAllParts((value) => `00${writeOctal(value)}`),
    `${a}.${writeHex(b)}.${writeOctal(c)}.${d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${writeHex(a)}.${writeHex((b << 16) | (c << 8) | d)}`,
    `${address}.`,
    address.replaceAll(".", "%2e"),
    address.replaceAll(".", "。"),
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    `%3${address.slice(0, 1)}${address.slice(1)}`,
  ];
}

/** IPv6 addresses that contain an IPv4 address: mapped, compatible, SIIT, NAT64, local NAT64, 6to4, Teredo. */
export function embedInIpv6(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = splitBytes(address);
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const flipped = [~((a << 8) | b) & 0xffff, ~((c << 8) | d) & 0xffff].map((n) => n.toString(16));
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000:0000:0000:0000:FFFF:${address}`,
    `::${high}:${low}`,
    `::${address}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `2002:${high}:${low}::1`,
    `2002:${high}:${low}:0:0:0:0:1`,
    `2001:0:4136:e378:8000:63bf:${flipped.join(":")}`,
  ];
}

/** Addresses within denied ranges, chosen by a fixed rule. */
export function drawAddresses(): string[] {
  return deniedIpv4
    .filter((address) => !["168.63.129.16", "192.0.0.192"].includes(address))
    .flatMap((address) => {
      const [a = 0, b = 0, c = 0] = splitBytes(address);
      return Array.from({ length: 40 }, (_, index) => `${a}.${b}.${c}.${(index * 37 + 11) % 256}`);
    });
}
