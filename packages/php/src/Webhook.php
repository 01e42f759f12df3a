<?php

declare(strict_types=1);

namespace Kontor;

/** The delivery is not from Kontor, or too old. */
final class WebhookVerificationError extends \RuntimeException
{
}

/** Verifies deliveries of webhooks, which follow the Standard Webhooks specification. */
final class Webhook
{
    /** Seconds. An older delivery may have been recorded and sent again by somebody else. */
    private const TOLERANCE = 300;

    /**
     * Returns the parsed body if one of the secrets signed it. Pass the raw body, as it was received.
     *
     * @param array<string, string> $headers
     * @param string|list<string> $secret
     */
    public static function verify(array $headers, string $body, string|array $secret): mixed
    {
        $names = array_change_key_case($headers);
        $id = self::header($names, 'webhook-id');
        $timestamp = self::header($names, 'webhook-timestamp');
        $signatures = explode(' ', self::header($names, 'webhook-signature'));
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > self::TOLERANCE) {
            throw new WebhookVerificationError('The delivery is too old, or the clocks differ: see webhook-timestamp.');
        }
        foreach ((array) $secret as $each) {
            if ($each === '') {
                throw new \InvalidArgumentException('The secret is empty: anybody could sign.');
            }
            $digest = hash_hmac('sha256', "$id.$timestamp.$body", (string) hex2bin($each), true);
            $expected = 'v1,' . base64_encode($digest);
            foreach ($signatures as $signature) {
                if (hash_equals($expected, $signature)) {
                    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new WebhookVerificationError('The signature does not match. Check that secret and raw body are unchanged.');
    }

    /** @return array<string, string> the headers of the current request */
    public static function receivedHeaders(): array
    {
        $headers = [];
        foreach ($_SERVER as $name => $value) {
            if (str_starts_with($name, 'HTTP_')) {
                $headers[strtolower(strtr(substr($name, 5), '_', '-'))] = (string) $value;
            }
        }
        return $headers;
    }

    /** @param array<string, string> $names */
    private static function header(array $names, string $name): string
    {
        return $names[$name] ?? throw new WebhookVerificationError("The header $name is missing.");
    }
}
