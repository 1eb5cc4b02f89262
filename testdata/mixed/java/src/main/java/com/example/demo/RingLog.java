package com.example.demo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;

/** Reads the format of docs/format.md. It never writes. */
public final class RingLog implements Closeable {
    private static final byte[] MAGIC = {'r', 'i', 'n', 'g', 'l', 'o', 'g', 1};
    private static final int FILE_HEAD = 12;
    private static final int SLOT_HEAD = 16;
    private static final int MAX_RECORD = 1024;

    private final ByteBuffer bytes;
    private final FileChannel channel;

    private RingLog(FileChannel channel, ByteBuffer bytes) {
        this.channel = channel;
        this.bytes = bytes;
    }

    /**
     * Opens a log.
     *
     * @throws IOException if it cannot be read or is no log
     */
    public static RingLog open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path);
        ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < MAGIC.length; i++) {
            if (bytes.limit() < FILE_HEAD || bytes.get(i) != MAGIC[i]) {
                channel.close();
                throw new IOException(path + ": not a ring log");
            }
        }
        return new RingLog(channel, bytes);
    }

    /** The records that are whole, oldest first. */
    public List<Record> records() {
        List<Record> found = new ArrayList<>();
        int slots = bytes.getInt(8);
        for (int i = 0; i < slots; i++) {
            Record record = decode(FILE_HEAD + i * (SLOT_HEAD + MAX_RECORD));
            if (record != null) {
                found.add(record);
            }
        }
        found.sort(Comparator.comparingLong(Record::number));
        return found;
    }

    private Record decode(int offset) {
        long number = bytes.getLong(offset);
        int length = bytes.getInt(offset + 8);
        if (number <= 0 || length < 0 || length > MAX_RECORD) {
            return null;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes.slice(offset, 12));
        crc.update(bytes.slice(offset + SLOT_HEAD, length));
        if ((int) crc.getValue() != bytes.getInt(offset + 12)) {
            return null;
        }
        return new Record(number, StandardCharsets.UTF_8.decode(bytes.slice(offset + SLOT_HEAD, length)).toString());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** One record. Numbers count from 1 and never restart. */
    public record Record(long number, String text) {}
}
