/** Debian's HAProxy and nginx in front of several services, configured as docs/operate/proxies.md recommends. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitForPort } from "./loopback.ts";

export interface Proxy {
  readonly name: string;
  readonly isInstalled: boolean;
  start(port: number, services: readonly number[]): Promise<{ stop(): Promise<void> }>;
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

const haproxySettings = (port: number, services: readonly number[]): string => `
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
backend kontor
  balance roundrobin
  option httpchk GET /health
  default-server check inter 1s fall 1 rise 1
${services.map((service, index) => `  server kontor${index} 127.0.0.1:${service}`).join("\n")}
`;

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
    start: (port, services) => startHaproxy(haproxySettings(port, services), port),
  },
  {
    name: "nginx",
    isInstalled: spawnSync("nginx", ["-v"]).status === 0,
    start: async (port, services) => {
      const folder = await folderForProxy();
      const settings = join(folder, "nginx.conf");
      await writeFile(settings, nginxSettings(port, services, folder));
      return running(spawn("nginx", ["-c", settings, "-p", folder], { stdio: "ignore" }), port, folder);
    },
  },
];
