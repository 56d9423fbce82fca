using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response that is rented, with notifications that stay with it. The members for pooling are generated.</summary>
/// <remarks>Thread safety: one thread at a time. Allocation: none once the pool has objects for the usual message.</remarks>
[PooledEncodeable]
internal sealed partial class GeneratedResponse
{
    public PublishFrame Frame { get; private set; }

    /// <summary>Gets the numbers of the messages that the server still has.</summary>
    public List<uint> Available { get; } = [];

    /// <summary>Gets the notifications. They are valid until the response is returned.</summary>
    public EncodeableList<Notification> Notifications { get; } = new(Notification.Pool, PublishFrame.MaxNotifications);

    /// <summary>Gets the status codes of the acknowledgements in the request.</summary>
    public List<uint> Results { get; } = [];

    /// <summary>Reads a message.</summary>
    /// <returns>The response, which the caller disposes.</returns>
    /// <exception cref="InvalidDataException">The bytes are malformed, or not supported. Nothing stays rented.</exception>
    public static PooledRef<GeneratedResponse> Read(ReadOnlySpan<byte> message)
    {
        PooledRef<GeneratedResponse> rental = Pool.Rent();
        try
        {
            GeneratedResponse response = rental.Value;
            var reader = new BufferReader(message);
            response.Frame = PublishFrame.Read(ref reader, response.Available);
            BufferReader changes = PublishFrame.ReadChanges(ref reader, out int count);
            foreach (Notification notification in response.Notifications.AddRange(count, PublishFrame.MaxNotifications))
                notification.Read(ref changes);

            PublishFrame.ReadEnd(ref reader, ref changes, response.Results);
            return rental;
        }
        catch
        {
            rental.Dispose(); // resets what was read
            throw;
        }
    }

    public void Write(PooledArrayBufferWriter<byte> writer) => Frame.Write(writer, Available, Notifications, Results);

    /// <summary>The new value of a monitored item.</summary>
    [PooledEncodeable]
    internal sealed partial class Notification : PublishFrame.INotification
    {
        private DataValue _value;

        /// <summary>Gets the number that the client gave the item.</summary>
        public uint ClientHandle { get; private set; }

        public ref readonly DataValue Value => ref _value;

        /// <summary>Gets the value as UTF-8 if it is a string; empty otherwise.</summary>
        public ReadOnlySpan<byte> Text => TextBytes.AsSpan(0, TextLength);

        [RentedArray(nameof(TextLength))]
        private byte[]? TextBytes { get; set; }

        private int TextLength { get; set; }

        public void Read(ref BufferReader reader)
        {
            ClientHandle = reader.ReadUInt32LittleEndian();
            DataValue.Read(ref reader, out _value, out ReadOnlySpan<byte> text);
            if (!text.IsEmpty)
                text.CopyTo(RentTextBytes(text.Length, DataValue.MaxTextLength));
        }

        public void Write(PooledArrayBufferWriter<byte> writer)
        {
            writer.WriteUInt32LittleEndian(ClientHandle);
            _value.Write(writer, Text);
        }
    }
}
