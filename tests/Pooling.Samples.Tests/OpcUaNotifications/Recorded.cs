using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>The recorded messages, the three ways to read one, and messages that are made for a test.</summary>
internal static class Recorded
{
    /// <summary>Gets the three ways: each reads a message, and returns the bytes that it writes again.</summary>
    public static Func<byte[], byte[]>[] Ways { get; } =
    [
        static message => Written(PlainResponse.Read(message).Write),
        static message =>
        {
            using PooledRef<PooledResponse> response = PooledResponse.Read(message);
            return Written(response.Value.Write);
        },
        static message =>
        {
            using PooledRef<GeneratedResponse> response = GeneratedResponse.Read(message);
            return Written(response.Value.Write);
        },
    ];

    public static byte[][] Messages { get; } =
    [
        .. Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Recorded"), "*.bin").Order(StringComparer.Ordinal)
            .Select(File.ReadAllBytes),
    ];

    /// <summary>Gets the number of objects that are rented: messages, and notifications that are in no message.</summary>
    public static long InUse =>
        PooledResponse.Pool.GetStatistics().InUse + PooledResponse.Notification.Pool.GetStatistics().InUse
        + GeneratedResponse.Pool.GetStatistics().InUse + GeneratedResponse.Notification.Pool.GetStatistics().InUse;

    /// <summary>Makes a message of notifications, each of which is given as its encoded value.</summary>
    public static byte[] Message(params byte[][] values) => Written(writer =>
        new PublishFrame(Timestamp: 1, RequestHandle: 2, ServiceResult: 0, SubscriptionId: 3, true, SequenceNumber: 4, PublishTime: 5)
            .Write(writer, [6, 7], Array.ConvertAll(values, static value => new RawNotification(value)), [0]));

    /// <summary>Encodes a value that has only a string.</summary>
    public static byte[] Text(byte[] utf8) => [0x01, 12, .. BitConverter.GetBytes(utf8.Length), .. utf8];

    /// <summary>Encodes a value that has a number and a status.</summary>
    public static byte[] Number(double value, uint status) =>
        [0x03, 11, .. BitConverter.GetBytes(value), .. BitConverter.GetBytes(status)];

    /// <summary>Checks that all ways refuse a message, and that nothing stays rented.</summary>
    public static void AssertRefused(byte[] message)
    {
        foreach (Func<byte[], byte[]> way in Ways)
            Assert.Throws<InvalidDataException>(() => way(message));

        Assert.Equal(0, InUse);
    }

    private static byte[] Written(Action<PooledArrayBufferWriter<byte>> write)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        write(writer);
        return writer.WrittenSpan.ToArray();
    }

    private sealed class RawNotification(byte[] value) : PublishFrame.INotification
    {
        public void Write(PooledArrayBufferWriter<byte> writer)
        {
            writer.WriteUInt32LittleEndian(17);
            writer.Write(value);
        }
    }
}
