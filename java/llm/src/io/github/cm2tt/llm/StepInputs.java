// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.HostBuffer;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The numbers that a step of several requests needs, in memory of the host and of the device. All are at the
 * same addresses in each step, as graphs require. Not thread-safe.
 */
final class StepInputs implements AutoCloseable {
    private static final int ALIGNMENT = 32;

    private final int maxRows;
    private final int maxRequests;
    private final int maxPages;
    private final HostBuffer host;
    private final ByteBuffer numbers;
    private final DeviceBuffer device;
    private final DeviceTensor pageTable;
    private final HostBuffer hostTable;
    private final ByteBuffer tableNumbers;
    /** Whether the tables differ; new memory of the host has any numbers. */
    private boolean isTableNew = true;
    private int rows;
    private int requests;
    private int maxQueries;
    private int maxKeys;

    StepInputs(Device of, int maxRows, int maxRequests, int maxPages) {
        this.maxRows = align(maxRows);
        this.maxRequests = align(maxRequests + 1);
        this.maxPages = maxPages;
        int count = 3 * this.maxRows + 8 * this.maxRequests;
        host = of.allocateHost(4L * count);
        numbers = host.asByteBuffer().order(ByteOrder.nativeOrder());
        device = of.zeros(ElementType.I32, count);
        pageTable = DeviceTensor.zeros(of, ElementType.I32, maxRequests, maxPages);
        hostTable = of.allocateHost(4L * maxRequests * maxPages);
        tableNumbers = hostTable.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    private static int align(int count) {
        return (count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Begins a step. */
    void begin() {
        rows = 0;
        requests = 0;
        maxQueries = 0;
        maxKeys = 0;
        ofRequest(1, 0, 0);
    }

    /** Adds a token of the request that is being added, and returns its row. */
    int addRow(int token, int position, int slot) {
        numbers.putInt(4 * rows, token);
        numbers.putInt(4 * (maxRows + rows), position);
        numbers.putInt(4 * (2 * maxRows + rows), slot);
        return rows++;
    }

    /**
     * Ends a request, the rows of which were added.
     *
     * @param lastRow the row of which logits are computed
     * @param length the keys that it has, with those of its rows
     * @param queries the number of its rows
     */
    void addRequest(int lastRow, int length, int queries, GenerationOptions options, float random) {
        ofRequest(0, requests, lastRow);
        ofRequest(1, requests + 1, rows);
        ofRequest(2, requests, length);
        ofRequest(3, requests, options.topK());
        ofRequest(4, requests, Float.floatToRawIntBits(options.temperature()));
        ofRequest(5, requests, Float.floatToRawIntBits(options.topP()));
        ofRequest(6, requests, Float.floatToRawIntBits(options.minP()));
        ofRequest(7, requests, Float.floatToRawIntBits(random));
        requests++;
        maxQueries = Math.max(maxQueries, queries);
        maxKeys = Math.max(maxKeys, length);
    }

    private void ofRequest(int section, int index, int value) {
        numbers.putInt(4 * (3 * maxRows + section * maxRequests + index), value);
    }

    /** Sets a page of the request with an index. */
    void setPage(int request, int index, int page) {
        int at = 4 * (request * maxPages + index);
        if (tableNumbers.getInt(at) != page) {
            tableNumbers.putInt(at, page);
            isTableNew = true;
        }
    }

    /**
     * Adds rows and requests that compute nothing, up to a number of requests of one row each, and takes a
     * bound of their keys.
     */
    void pad(int to, int keys) {
        while (requests < to) {
            numbers.putInt(4 * rows, 0);
            numbers.putInt(4 * (maxRows + rows), 0);
            numbers.putInt(4 * (2 * maxRows + rows), -1);
            int queriesEnd = numbers.getInt(4 * (3 * maxRows + maxRequests + requests));
            addRequest(rows, 0, 1, GenerationOptions.GREEDY, 0);
            ofRequest(1, requests, queriesEnd);
            rows++;
        }
        maxKeys = keys;
    }

    /** Copies the numbers to the device. */
    void upload(Stream stream) {
        device.copyFromAsync(host, stream);
        if (isTableNew) {
            pageTable.buffer().copyFromAsync(hostTable, stream);
        }
        isTableNew = false;
    }

    private DeviceTensor ofRows(int section) {
        return DeviceTensor.of(device.slice((long) section * maxRows, rows), rows);
    }

    private DeviceTensor ofRequests(int section, int count, ElementType type) {
        return DeviceTensor.of(
            device.slice(3L * maxRows + (long) section * maxRequests, count).as(type), count);
    }

    int rows() {
        return rows;
    }

    int requests() {
        return requests;
    }

    int maxQueries() {
        return maxQueries;
    }

    int maxKeys() {
        return maxKeys;
    }

    /** Whether all rows are the prompt of one request, of which no key is known. */
    boolean isWholePrompt() {
        return requests == 1 && maxQueries == rows && maxKeys == rows;
    }

    DeviceTensor tokens() {
        return ofRows(0);
    }

    DeviceTensor positions() {
        return ofRows(1);
    }

    DeviceTensor slots() {
        return ofRows(2);
    }

    DeviceTensor lastRows() {
        return ofRequests(0, requests, ElementType.I32);
    }

    DeviceTensor queryStarts() {
        return ofRequests(1, requests + 1, ElementType.I32);
    }

    DeviceTensor lengths() {
        return ofRequests(2, requests, ElementType.I32);
    }

    DeviceTensor topK() {
        return ofRequests(3, requests, ElementType.I32);
    }

    DeviceTensor temperature() {
        return ofRequests(4, requests, ElementType.FP32);
    }

    DeviceTensor topP() {
        return ofRequests(5, requests, ElementType.FP32);
    }

    DeviceTensor minP() {
        return ofRequests(6, requests, ElementType.FP32);
    }

    DeviceTensor random() {
        return ofRequests(7, requests, ElementType.FP32);
    }

    DeviceTensor pageTable() {
        return pageTable.slice(0, 0, requests);
    }

    @Override
    public void close() {
        device.close();
        pageTable.close();
        host.close();
        hostTable.close();
    }
}
