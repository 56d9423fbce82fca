using System.Runtime.InteropServices;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>The fields of a publish response around its notifications (OPC 10000-4, 5.14.5).</summary>
/// <remarks>Events, diagnostics and other additions are refused. Null arrays are read as empty ones.</remarks>
internal readonly record struct PublishFrame(
    long Timestamp, uint RequestHandle, uint ServiceResult, uint SubscriptionId,
    bool MoreNotifications, uint SequenceNumber, long PublishTime)
{
    /// <summary>The maximum number of notifications in a message: what the client asks for when it subscribes.</summary>
    public const int MaxNotifications = 1000;

    /// <summary>The maximum number of items in each of the two arrays of numbers.</summary>
    public const int MaxNumbers = 256;

    private const int MinNotificationBytes = 5; // a handle and a value without fields
    private const uint PublishResponseId = 829 << 16 | 0x01; // node ids of four bytes
    private const uint DataChangeNotificationId = 811 << 16 | 0x01;
    private const byte BinaryBody = 0x01;

    /// <summary>A notification, in whichever way it was read.</summary>
    internal interface INotification
    {
        void Write(PooledArrayBufferWriter<byte> writer);
    }

    /// <summary>Reads the fields before the notifications. An empty list receives the numbers of the messages that are available.</summary>
    /// <exception cref="InvalidDataException">The bytes are malformed, or not those of a publish response.</exception>
    public static PublishFrame Read(ref BufferReader reader, List<uint> available)
    {
        Require(reader.ReadUInt32LittleEndian() == PublishResponseId, "The message is not a publish response.");
        long timestamp = reader.ReadInt64LittleEndian();
        uint requestHandle = reader.ReadUInt32LittleEndian();
        uint serviceResult = reader.ReadUInt32LittleEndian();
        Require(reader.ReadByte() == 0, "Diagnostics are not supported.");
        RequireEmpty(ref reader);
        Require(reader.ReadUInt24LittleEndian() == 0, "Additional headers are not supported."); // a null node id of two bytes, no body
        uint subscriptionId = reader.ReadUInt32LittleEndian();
        ReadNumbers(ref reader, available);
        return new PublishFrame(timestamp, requestHandle, serviceResult, subscriptionId,
            reader.ReadByte() != 0, reader.ReadUInt32LittleEndian(), reader.ReadInt64LittleEndian());
    }

    /// <summary>Reads the number of notifications: at most <see cref="MaxNotifications"/>, and not more than the bytes can hold.</summary>
    /// <returns>The reader of the notifications, of which there are none in a message that keeps the subscription alive.</returns>
    /// <exception cref="InvalidDataException">The bytes are malformed, or hold something else.</exception>
    public static BufferReader ReadChanges(scoped ref BufferReader reader, out int count)
    {
        count = 0;
        if (ReadCount(ref reader, max: 1, minBytes: 8) == 0)
            return default;

        Require(reader.ReadUInt32LittleEndian() == DataChangeNotificationId && reader.ReadByte() == BinaryBody,
            "Only changes of data are supported.");
        var changes = new BufferReader(reader.ReadPrefixedBytes(LengthPrefix.Int32LittleEndian));
        count = ReadCount(ref changes, MaxNotifications, MinNotificationBytes);
        return changes;
    }

    /// <summary>Reads what follows the notifications. An empty list receives the status codes of the acknowledgements.</summary>
    /// <exception cref="InvalidDataException">The bytes are malformed, or some are left.</exception>
    public static void ReadEnd(ref BufferReader reader, ref BufferReader changes, List<uint> results)
    {
        if (changes.Consumed > 0) // not in a message that keeps the subscription alive
            RequireEmpty(ref changes);

        ReadNumbers(ref reader, results);
        RequireEmpty(ref reader);
        Require(changes.End && reader.End, "There are bytes after the end of the message.");
    }

    /// <summary>Writes a whole message.</summary>
    public void Write(
        PooledArrayBufferWriter<byte> writer, List<uint> available, IReadOnlyList<INotification> notifications, List<uint> results)
    {
        writer.WriteUInt32LittleEndian(PublishResponseId);
        writer.WriteInt64LittleEndian(Timestamp);
        writer.WriteUInt32LittleEndian(RequestHandle);
        writer.WriteUInt32LittleEndian(ServiceResult);
        writer.WriteByte(0);
        writer.WriteInt32LittleEndian(0);
        writer.WriteUInt24LittleEndian(0);
        writer.WriteUInt32LittleEndian(SubscriptionId);
        WriteNumbers(writer, available);
        writer.WriteByte(MoreNotifications ? (byte)1 : (byte)0);
        writer.WriteUInt32LittleEndian(SequenceNumber);
        writer.WriteInt64LittleEndian(PublishTime);
        writer.WriteInt32LittleEndian(notifications.Count == 0 ? 0 : 1);
        if (notifications.Count > 0)
        {
            writer.WriteUInt32LittleEndian(DataChangeNotificationId);
            writer.WriteByte(BinaryBody);
            BufferReservation<byte> length = writer.Reserve(sizeof(int));
            writer.WriteInt32LittleEndian(notifications.Count);
            foreach (INotification notification in notifications)
                notification.Write(writer);

            writer.WriteInt32LittleEndian(0);
            length.PatchLengthLittleEndian();
        }

        WriteNumbers(writer, results);
        writer.WriteInt32LittleEndian(0);
    }

    private static int ReadCount(ref BufferReader reader, int max, int minBytes)
    {
        int count = reader.ReadInt32LittleEndian();
        Require(count >= -1 && count <= max && count <= reader.Remaining / minBytes,
            "A count is over its limit, or more than the bytes hold.");
        return Math.Max(0, count); // -1 is a null array
    }

    private static void ReadNumbers(ref BufferReader reader, List<uint> numbers)
    {
        CollectionsMarshal.SetCount(numbers, ReadCount(ref reader, MaxNumbers, sizeof(uint)));
        reader.ReadLittleEndian(CollectionsMarshal.AsSpan(numbers));
    }

    private static void WriteNumbers(PooledArrayBufferWriter<byte> writer, List<uint> numbers)
    {
        writer.WriteInt32LittleEndian(numbers.Count);
        writer.WriteLittleEndian<uint>(CollectionsMarshal.AsSpan(numbers));
    }

    private static void RequireEmpty(ref BufferReader reader) =>
        Require(reader.ReadInt32LittleEndian() is 0 or -1, "Diagnostics are not supported.");

    private static void Require(bool condition, string otherwise)
    {
        if (!condition)
            throw new InvalidDataException(otherwise);
    }
}
