/** The IP addresses that callers and end users may name: public ones of other machines, and those that the operator allows. */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Whether private networks may be reached: never, always, or only these (`10.0.0.0/8`, `127.0.0.1`). */
export type AllowPrivate = boolean | readonly string[];

export type AddressRule = (address: string) => boolean;

/** `isOwn`: whether it is an address of this machine. */
export function makeAddressRule(allow: AllowPrivate, isOwn: AddressRule = () => false): AddressRule {
  if (allow === true) return () => true;
  const networks = allow === false ? [] : allow.map(readNetwork);
  return (text) => {
    // An unreadable address is not public; a zone (`fe80::1%eth0`) exists only in a private network.
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return (isPublic(address) && !isOwn(text)) || networks.some((network) => contains(network, address));
  };
}

function readNetwork(text: string): Network {
  if (!text.includes("/")) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  return ipaddr.parseCIDR(text);
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** ipaddr.js names every reserved range; "unicast" means none of them. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return address.toString() !== cloudHost;
  return address.match(globalUnicast) && !carriesAddress(address);
}

/** A cloud's management host, which has a public address but answers only from within (vendor docs, 2026-11). */
const cloudHost = "168.63.129.16";

/** The only IPv6 range that is assigned; other ranges include forms that contain an IPv4 address (`::7f00:1`). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/** An interface id that contains an IPv4 address, which is a tunnel to that address (RFC 5214). */
const carriesAddress = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0;
