/** Debian's HAProxy and nginx in front of several services, configured as docs/operate/proxies.md recommends. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../bench/program.ts";
import { waitForPort } from "./loopback.ts";

export interface Proxy {
  readonly name: string;
  readonly isInstalled: boolean;
  start(port: number, services: readonly number[]): Promise<RunningProxy>;
}

export interface RunningProxy {
  stop(): Promise<void>;
  /** Whether the proxy sends requests to the service at this port. A restart in turn has to wait for it. */
  uses(service: number): Promise<boolean>;
}

const folderForProxy = (): Promise<string> => mkdtemp(join(tmpdir(), "kontor-proxy-"));

async function running(child: ChildProcess, port: number, folder: string) {
  await waitForPort(port);
  return {
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const haproxySettings = (port: number, services: readonly number[], statistics: number): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch
frontend callers
  bind 127.0.0.1:${port}
  default_backend kontor
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
backend kontor
  balance roundrobin
  option httpchk GET /health
  default-server check inter 1s fall 1 rise 1
${services.map((service) => `  server kontor${service} 127.0.0.1:${service}`).join("\n")}
`;

/** As HAProxy's page of statistics says, which an operator would ask, too. */
async function isUpAtHaproxy(statistics: number, service: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${statistics}/;csv`);
  const lines = (await response.text()).split("\n").map((line) => line.split(","));
  const state = lines[0]?.indexOf("status") ?? -1;
  return lines.some((cells) => cells[1] === `kontor${service}` && cells[state] === "UP");
}

const nginxSettings = (port: number, services: readonly number[], folder: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream kontor {
${services.map((service) => `    server 127.0.0.1:${service} max_fails=1 fail_timeout=1s;`).join("\n")}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://kontor;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout;
    }
  }
}
`;

export const isHaproxyInstalled = spawnSync("haproxy", ["-v"]).status === 0;

export async function startHaproxy(settings: string, port: number): Promise<{ stop(): Promise<void> }> {
  const folder = await folderForProxy();
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, settings);
  return running(spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" }), port, folder);
}

export const proxies: readonly Proxy[] = [
  {
    name: "HAProxy",
    isInstalled: isHaproxyInstalled,
    start: async (port, services) => {
      const statistics = await freePort();
      const { stop } = await startHaproxy(haproxySettings(port, services, statistics), port);
      return { stop, uses: (service) => isUpAtHaproxy(statistics, service) };
    },
  },
  {
    name: "nginx",
    isInstalled: spawnSync("nginx", ["-v"]).status === 0,
    start: async (port, services) => {
      const folder = await folderForProxy();
      const settings = join(folder, "nginx.conf");
      await writeFile(settings, nginxSettings(port, services, folder));
      const { stop } = await running(spawn("nginx", ["-c", settings, "-p", folder], { stdio: "ignore" }), port, folder);
      // Without readiness checks, it tries a service that has refused a connection again, and the other one if that fails.
      return { stop, uses: async () => true };
    },
  },
];
