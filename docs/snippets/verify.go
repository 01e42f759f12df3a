package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strconv"
	"time"
)

// The signature is lower-case hex; the key is the signing secret, decoded from hex.
func isSigned(message []byte, signature, secret string) bool {
	key, err := hex.DecodeString(secret)
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	expected := hex.EncodeToString(mac.Sum(nil))
	return err == nil && hmac.Equal([]byte(expected), []byte(signature))
}

// Of the redirect: all three come with the query. At most 300 seconds old.
func isOurCallback(accountKey, ts, signature, secret string) bool {
	seconds, err := strconv.ParseInt(ts, 10, 64)
	age := time.Now().Unix() - seconds
	isFresh := err == nil && -300 <= age && age <= 300
	return isFresh && isSigned([]byte("accountKey="+accountKey+"&ts="+ts), signature, secret)
}

// Of the webhook flow: the body as it arrived, before it is parsed, and the header X-SERVICE-SIGNATURE.
func isOurEvent(body []byte, signature, secret string) bool {
	return isSigned(body, signature, secret)
}

// go run verify.go <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
func main() {
	given := os.Args[1:]
	isOurs := false
	if len(given) == 4 {
		isOurs = isOurCallback(given[0], given[1], given[2], given[3])
	} else if len(given) == 3 {
		isOurs = isOurEvent([]byte(given[0]), given[1], given[2])
	}
	if !isOurs {
		os.Exit(1)
	}
}
