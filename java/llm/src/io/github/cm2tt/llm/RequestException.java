// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** A request that is answered with an error of OpenAI's form. */
final class RequestException extends RuntimeException {
    /** The remedy of a text that the context of a language model has no room for. */
    static final String GREATER_CONTEXT = "shorten it, or load the model with a greater context";

    private static final long serialVersionUID = 1;

    private final int status;
    private final String param;
    private final String code;

    /**
     * An error.
     *
     * @param status the status of HTTP
     * @param param the field of the request with the error, or null
     * @param code the kind of the fault, for programs, or null
     * @param message the fault, for people
     */
    RequestException(int status, String param, String code, String message) {
        super(message);
        this.status = status;
        this.param = param;
        this.code = code;
    }

    /** A field of the request with an error: status 400. */
    static RequestException of(String param, String message) {
        return new RequestException(400, param, "invalid_value", param + ": " + message);
    }

    /** A text of more tokens than there is room for: status 400. */
    static RequestException tooLong(String param, int tokens, int most, String remedy) {
        return new RequestException(400, param, "context_length_exceeded",
            "the context has room for " + most + " tokens, but the text has " + tokens + "; " + remedy);
    }

    /** A server that has too much to do: status 503. */
    static RequestException busy(String message) {
        return new RequestException(503, null, "server_busy", message);
    }

    int status() {
        return status;
    }

    String param() {
        return param;
    }

    String code() {
        return code;
    }

    /** The kind of the fault, in OpenAI's words. */
    String type() {
        return status >= 500 ? "server_error" : "invalid_request_error";
    }
}
