// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;

/**
 * Reads resources of classes and class loaders.
 *
 * <p>{@code getResourceAsStream} reads a jar by a connection that all class loaders of the JVM share. One of
 * them that is closed closes the jar for all others, in the middle of what they read. Here, each stream has a
 * connection of its own.
 */
public final class Resources {
    private Resources() {}

    /**
     * Opens a resource of a class.
     *
     * @param owner the class
     * @param name its name, relative to the package of the class
     * @return the stream, which the caller closes, or null if there is no such resource
     * @throws IOException if it cannot be opened
     */
    public static InputStream open(Class<?> owner, String name) throws IOException {
        URL url = owner.getResource(name);
        return isInJar(url) ? open(url) : owner.getResourceAsStream(name);
    }

    /**
     * Opens a resource of a class loader.
     *
     * @param loader the class loader
     * @param name its full name
     * @return the stream, which the caller closes, or null if there is no such resource
     * @throws IOException if it cannot be opened
     */
    public static InputStream open(ClassLoader loader, String name) throws IOException {
        URL url = loader.getResource(name);
        return isInJar(url) ? open(url) : loader.getResourceAsStream(name);
    }

    /** Only connections of jars are shared. A class loader may read others in its own way. */
    private static boolean isInJar(URL url) {
        return url != null && url.getProtocol().equals("jar");
    }

    private static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }
}
