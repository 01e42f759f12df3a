<?php

declare(strict_types=1);

namespace Kontor;

/** Sends requests, repeats them where that is safe, reads pages, and waits for tasks. Uses only PHP's curl extension. */
final class Transport
{
    /** Seconds. A longer wait is left to the caller. */
    private const LONGEST_WAIT = 60.0;

    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $apiKey,
        private readonly ?string $accountKey,
        private readonly float $timeout,
        private readonly int $maxRetries,
        private readonly ?\Closure $onResponse,
    ) {
    }

    /**
     * @param list<string> $ids
     * @param array<string, mixed> $query
     * @param list<File> $files
     */
    public function send(
        string $method,
        string $path,
        array $ids,
        array $query,
        ?Options $options,
        ?array $body = null,
        bool $isWrite = false,
        ?string $multipart = null,
        array $files = [],
    ): Answer {
        $options ??= new Options();
        foreach ($ids as $id) {
            $path = substr_replace($path, rawurlencode($id), (int) strpos($path, '{}'), 2);
        }
        $url = rtrim($this->baseUrl, '/') . $path . self::queryText([...$query, ...$options->query]);
        $headers = $this->headers($options);
        if ($isWrite) {
            $headers['Idempotency-Key'] = $options->idempotencyKey ?? self::randomKey();
        }
        $content = self::content($body, $multipart, $files, $headers);
        $retries = $options->maxRetries ?? $this->maxRetries;
        $isRepeatable = $method === 'GET' || $isWrite;
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->try($method, $url, $headers, $content, $options->timeout ?? $this->timeout, $attempt);
            } catch (ConnectionFailed | KontorError $error) {
                $wait = $isRepeatable && $attempt <= $retries ? self::waitAfter($error, $attempt) : null;
                if ($wait === null) {
                    throw $error;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
    }

    /** @return array<string, string> */
    private function headers(Options $options): array
    {
        $account = $options->accountKey ?? $this->accountKey;
        return [
            'Accept' => 'application/json',
            ...$options->headers,
            ...($this->apiKey === null ? [] : ['X-API-KEY' => $this->apiKey]),
            ...($account === null ? [] : ['X-ACCOUNT-KEY' => $account]),
        ];
    }

    /** @param array<string, string> $headers */
    private function try(
        string $method,
        string $url,
        array $headers,
        ?string $content,
        float $timeout,
        int $attempt,
    ): Answer {
        $received = [];
        $handle = curl_init($url);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) ($timeout * 1000),
            // Keys must not go to another address.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $value): string => "$name: $value",
                array_keys($headers),
                $headers,
            ),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + ['', ''];
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        if ($content !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $content);
        }
        $began = microtime(true);
        $text = curl_exec($handle);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        if ($this->onResponse !== null) {
            ($this->onResponse)([
                'method' => $method,
                'url' => $url,
                'attempt' => $attempt,
                'status' => $text === false ? null : $status,
                'seconds' => microtime(true) - $began,
                'requestId' => $received['x-request-id'] ?? null,
            ]);
        }
        if (!is_string($text)) {
            throw new ConnectionFailed("$method $url failed: " . curl_error($handle));
        }
        return self::answer($status, $received, $text);
    }

    /** @param array<string, string> $headers */
    private static function answer(int $status, array $headers, string $text): Answer
    {
        $content = $text === '' ? [] : json_decode($text, true);
        $requestId = $headers['x-request-id'] ?? null;
        $envelope = is_array($content) ? $content : [];
        if ($status >= 300) {
            throw new KontorError($status, $envelope['errors'] ?? [], $requestId, $headers['retry-after'] ?? null);
        }
        if ($content === null) {
            throw new ConnectionFailed('The response is not JSON.');
        }
        $data = array_key_exists('data', $envelope) ? $envelope['data'] : $content;
        return new Answer($data, $envelope['meta'] ?? [], $status, $requestId, $envelope['rawData'] ?? null);
    }

    /**
     * @param list<string> $ids
     * @param array<string, mixed> $query
     */
    public function all(string $method, string $path, array $ids, array $query, ?Options $options): \Generator
    {
        $query['limit'] ??= 100;
        if ($path === '/events') {
            yield from $this->events($query, $options);
            return;
        }
        for ($page = 1; ; $page++) {
            $answer = $this->send($method, $path, $ids, [...$query, 'page' => $page], $options);
            if ($answer->status === 202) {
                yield from $this->taskRecords($answer->data['taskId'], $options);
                return;
            }
            foreach ($answer->data as $record) {
                yield $record;
            }
            if (self::isLast($answer, $answer->data)) {
                return;
            }
        }
    }

    /** @param array<string, mixed> $query */
    private function events(array $query, ?Options $options): \Generator
    {
        for (;;) {
            $answer = $this->send('GET', '/events', [], $query, $options);
            if ($answer->data === []) {
                return;
            }
            foreach ($answer->data as $event) {
                yield $event;
            }
            $query['cursor'] = $answer->meta['cursor'] ?? null;
        }
    }

    private function taskRecords(string $taskId, ?Options $options): \Generator
    {
        $this->wait($taskId, null, $options);
        for ($page = 1; ; $page++) {
            $answer = $this->task($taskId, ['page' => $page, 'limit' => 100], $options);
            $found = $answer->data['responseData'] ?? [];
            $records = $found['records'] ?? $found;
            foreach ($records as $record) {
                yield $record;
            }
            if (self::isLast($answer, $records)) {
                return;
            }
        }
    }

    /** @param array<string, mixed> $query */
    private function task(string $taskId, array $query, ?Options $options): Answer
    {
        return $this->send('GET', '/accounting/asyncTask/{}', [$taskId], $query, $options);
    }

    /** Waits longer between two questions as the task gets older. */
    public function wait(string $taskId, ?float $timeLimit, ?Options $options): Answer
    {
        $until = $timeLimit === null ? INF : microtime(true) + $timeLimit;
        for ($interval = 0.25; ; $interval = min(10.0, $interval * 1.5)) {
            $answer = $this->task($taskId, [], $options);
            $status = $answer->data['status'];
            if ($status === 'FAILED') {
                throw new TaskError($taskId, $answer->data);
            }
            if ($status !== 'OPEN' && $status !== 'IN_PROGRESS') {
                return $answer;
            }
            if (microtime(true) + $interval > $until) {
                throw new TaskTimeout("The task $taskId is still running.");
            }
            usleep((int) ($interval * 1_000_000));
        }
    }

    /** Seconds until a repetition may succeed. Null if it cannot. */
    private static function waitAfter(ConnectionFailed|KontorError $error, int $attempt): ?float
    {
        $backoff = 2 ** ($attempt - 2) * (0.75 + random_int(0, 500) / 1000);
        if ($error instanceof ConnectionFailed) {
            return $backoff;
        }
        if ($error->next !== 'wait') {
            return null;
        }
        $wait = $error->retryAfter ?? $backoff;
        return $wait <= self::LONGEST_WAIT ? $wait : null;
    }

    private static function isLast(Answer $answer, array $records): bool
    {
        $pagination = $answer->meta['pagination'] ?? null;
        $total = $pagination['totalPages'] ?? null;
        return $pagination === null || $records === [] || ($total !== null && $pagination['currentPage'] >= $total);
    }

    /** @param array<string, mixed> $query */
    private static function queryText(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        return $given === [] ? '' : '?' . http_build_query(array_map(self::text(...), $given), '', '&', PHP_QUERY_RFC3986);
    }

    private static function text(mixed $value): string
    {
        if ($value instanceof \DateTimeInterface) {
            return gmdate('Y-m-d\TH:i:s\Z', $value->getTimestamp());
        }
        return is_string($value) ? $value : json_encode($value, JSON_THROW_ON_ERROR);
    }

    private static function randomKey(): string
    {
        return bin2hex(random_bytes(16));
    }

    /**
     * @param list<File> $files
     * @param array<string, string> $headers
     */
    private static function content(?array $body, ?string $multipart, array $files, array &$headers): ?string
    {
        if ($multipart === null || ($multipart !== 'file' && $files === [])) {
            if ($body === null) {
                return null;
            }
            $headers['Content-Type'] = 'application/json';
            return self::json($body);
        }
        $parts = [];
        if ($multipart === 'file') {
            foreach ($body ?? [] as $name => $value) {
                $parts[] = $value instanceof File ? self::filePart($name, $value) : self::part($name, self::text($value));
            }
        } else {
            $parts[] = self::part($multipart, self::json($body ?? []), 'application/json');
            foreach ($files as $file) {
                $parts[] = self::filePart('files[]', $file);
            }
        }
        $boundary = bin2hex(random_bytes(16));
        $headers['Content-Type'] = "multipart/form-data; boundary=$boundary";
        return implode('', array_map(static fn (string $part): string => "--$boundary\r\n$part", $parts)) . "--$boundary--\r\n";
    }

    private static function json(array $body): string
    {
        return $body === [] ? '{}' : json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    }

    private static function part(string $name, string $content, string $type = 'text/plain; charset=utf-8', string $file = ''): string
    {
        return "Content-Disposition: form-data; name=\"$name\"$file\r\nContent-Type: $type\r\n\r\n$content\r\n";
    }

    private static function filePart(string $name, File $file): string
    {
        $escaped = strtr($file->name, ['\\' => '\\\\', '"' => '%22', "\r" => '%0D', "\n" => '%0A']);
        return self::part($name, $file->content, $file->contentType, "; filename=\"$escaped\"");
    }
}
