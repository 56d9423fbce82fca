using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>The fields of a publish response around its values (OPC UA Part 4, 5.13.5, 7.25.2 and 7.32). Responses with diagnostics, events
/// or several notifications are refused.</summary>
internal struct MessageHead
{
    /// <summary>The maximum number of values in a message, and of sequence numbers.</summary>
    public const int MaxCount = 100_000;

    private const uint PublishResponse = 0x033D_0001; // node id 829, in the four-byte form
    private const uint DataChangeNotification = 0x032B_0001; // node id 811

    private long _time;
    private uint _requestHandle;
    private uint _serviceResult;
    private int _strings;
    private byte _moreNotifications;
    private long _publishTime;
    private int _notifications;
    private int _length; // of the notification, in bytes
    private int _start; // of the notification
    private int _diagnostics;
    private int _results;
    private int _resultDiagnostics;

    /// <summary>Gets the id of the subscription.</summary>
    public uint SubscriptionId { get; private set; }

    /// <summary>Gets the number of the message within its subscription.</summary>
    public uint SequenceNumber { get; private set; }

    /// <summary>Gets a value that indicates whether the message only says that the subscription lives.</summary>
    public readonly bool IsKeepAlive => _notifications < 1;

    /// <summary>Gets the number of acknowledgements that the server refused.</summary>
    public int RefusedAcknowledgements { get; private set; }

    /// <summary>Reads a number of items.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="minBytes">The minimum length of one item.</param>
    /// <returns>A number of items for which there are enough bytes, or -1 for a null array.</returns>
    /// <exception cref="InvalidDataException">There are not enough bytes, or there are too many items.</exception>
    public static int ReadCount(ref BufferReader reader, int minBytes)
    {
        int count = reader.ReadInt32LittleEndian();
        return count >= -1 && count <= Math.Min(MaxCount, reader.Remaining / minBytes)
            ? count
            : throw new InvalidDataException($"{count} items do not fit in {reader.Remaining} bytes.");
    }

    /// <summary>Reads the fields before the numbers of the messages that the server still holds.</summary>
    public void ReadResponse(ref BufferReader reader)
    {
        Require(reader.ReadUInt32LittleEndian() == PublishResponse, "The message is no publish response.");
        _time = reader.ReadInt64LittleEndian();
        _requestHandle = reader.ReadUInt32LittleEndian();
        _serviceResult = reader.ReadUInt32LittleEndian();
        Require(_serviceResult == 0, "The response is a fault.");
        Require(reader.ReadByte() == 0, "Diagnostics are not supported.");
        _strings = ReadEmpty(ref reader);
        Require(reader.ReadUInt24LittleEndian() == 0, "Additional headers are not supported.");
        SubscriptionId = reader.ReadUInt32LittleEndian();
    }

    /// <summary>Reads the fields between these numbers and the values.</summary>
    /// <returns>The number of values.</returns>
    public int ReadMessage(ref BufferReader reader)
    {
        _moreNotifications = reader.ReadByte();
        SequenceNumber = reader.ReadUInt32LittleEndian();
        _publishTime = reader.ReadInt64LittleEndian();
        _notifications = reader.ReadInt32LittleEndian();
        Require(_notifications is >= -1 and <= 1, "Several notifications are not supported.");
        if (IsKeepAlive)
            return 0;

        Require(reader.ReadUInt32LittleEndian() == DataChangeNotification && reader.ReadByte() == 1, "The notification has no values.");
        _length = reader.ReadInt32LittleEndian();
        _start = reader.Consumed;
        return Math.Max(0, ReadCount(ref reader, minBytes: 5));
    }

    /// <summary>Reads the fields after the values.</summary>
    public void ReadEnd(ref BufferReader reader)
    {
        if (!IsKeepAlive)
        {
            _diagnostics = ReadEmpty(ref reader);
            Require(reader.Consumed - _start == _length, "The notification has another length.");
        }

        _results = ReadCount(ref reader, sizeof(uint));
        for (int i = 0; i < _results; i++)
            RefusedAcknowledgements += reader.ReadUInt32LittleEndian() == 0 ? 0 : 1;

        _resultDiagnostics = ReadEmpty(ref reader);
        Require(reader.End, "There are bytes after the message.");
    }

    /// <summary>Writes what <see cref="ReadResponse"/> has read.</summary>
    public readonly void WriteResponse(IBufferWriter<byte> writer)
    {
        writer.WriteUInt32LittleEndian(PublishResponse);
        writer.WriteInt64LittleEndian(_time);
        writer.WriteUInt32LittleEndian(_requestHandle);
        writer.WriteUInt32LittleEndian(_serviceResult);
        writer.WriteByte(0);
        writer.WriteInt32LittleEndian(_strings);
        writer.WriteUInt24LittleEndian(0);
        writer.WriteUInt32LittleEndian(SubscriptionId);
    }

    /// <summary>Writes what <see cref="ReadMessage"/> has read.</summary>
    public readonly void WriteMessage(IBufferWriter<byte> writer, int count)
    {
        writer.WriteByte(_moreNotifications);
        writer.WriteUInt32LittleEndian(SequenceNumber);
        writer.WriteInt64LittleEndian(_publishTime);
        writer.WriteInt32LittleEndian(_notifications);
        if (IsKeepAlive)
            return;

        writer.WriteUInt32LittleEndian(DataChangeNotification);
        writer.WriteByte(1);
        writer.WriteInt32LittleEndian(_length);
        writer.WriteInt32LittleEndian(count);
    }

    /// <summary>Writes what <see cref="ReadEnd"/> has read.</summary>
    public readonly void WriteEnd(IBufferWriter<byte> writer)
    {
        if (!IsKeepAlive)
            writer.WriteInt32LittleEndian(_diagnostics);

        writer.WriteInt32LittleEndian(_results);
        for (int i = 0; i < _results; i++)
            writer.WriteUInt32LittleEndian(0);

        writer.WriteInt32LittleEndian(_resultDiagnostics);
    }

    private static int ReadEmpty(ref BufferReader reader)
    {
        int count = reader.ReadInt32LittleEndian();
        Require(count is -1 or 0, "Diagnostics are not supported.");
        return count;
    }

    private static void Require(bool condition, string otherwise)
    {
        if (!condition)
            throw new InvalidDataException(otherwise);
    }
}
