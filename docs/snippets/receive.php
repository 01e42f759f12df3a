<?php

// WEBHOOK_SECRET=… php -S 127.0.0.1:4000 receive.php
$body = file_get_contents('php://input'); // The raw body, before parsing.
$secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('Set WEBHOOK_SECRET. With an empty secret, anybody could sign.');
$expected = hash_hmac('sha256', $body, hex2bin($secret));
$isOurs = hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')
    || hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE_PREVIOUS'] ?? '');
if ($isOurs) {
    file_put_contents('php://stdout', $_SERVER['HTTP_WEBHOOK_ID'] . " $body\n");
}
http_response_code($isOurs ? 204 : 401);
