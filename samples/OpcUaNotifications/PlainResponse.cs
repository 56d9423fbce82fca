using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response whose objects are created with <c>new</c> and left to the garbage collector.</summary>
/// <remarks>Thread safety: one thread at a time.</remarks>
internal sealed class PlainResponse
{
    public PublishFrame Frame { get; private set; }

    /// <summary>Gets the numbers of the messages that the server still has.</summary>
    public List<uint> Available { get; } = [];

    public List<Notification> Notifications { get; } = [];

    /// <summary>Gets the status codes of the acknowledgements in the request.</summary>
    public List<uint> Results { get; } = [];

    /// <summary>Reads a message.</summary>
    /// <exception cref="InvalidDataException">The bytes are malformed, or hold what the sample does not support.</exception>
    public static PlainResponse Read(ReadOnlySpan<byte> message)
    {
        var response = new PlainResponse();
        var reader = new BufferReader(message);
        response.Frame = PublishFrame.Read(ref reader, response.Available);
        BufferReader changes = PublishFrame.ReadChanges(ref reader, out int count);
        response.Notifications.EnsureCapacity(count);
        for (int i = 0; i < count; i++)
            response.Notifications.Add(Notification.Read(ref changes));

        PublishFrame.ReadEnd(ref reader, ref changes, response.Results);
        return response;
    }

    public void Write(PooledArrayBufferWriter<byte> writer) => Frame.Write(writer, Available, Notifications, Results);

    /// <summary>The new value of a monitored item.</summary>
    internal sealed class Notification : PublishFrame.INotification
    {
        private DataValue _value;

        /// <summary>Gets the number that the client gave the item.</summary>
        public uint ClientHandle { get; private set; }

        public ref readonly DataValue Value => ref _value;

        /// <summary>Gets the value if it is a string.</summary>
        public string? Text { get; private set; }

        public static Notification Read(ref BufferReader reader)
        {
            var notification = new Notification { ClientHandle = reader.ReadUInt32LittleEndian() };
            DataValue.Read(ref reader, out notification._value, out ReadOnlySpan<byte> text);
            if (notification._value.TextLength >= 0)
                notification.Text = Encoding.UTF8.GetString(text);

            return notification;
        }

        public void Write(PooledArrayBufferWriter<byte> writer)
        {
            writer.WriteUInt32LittleEndian(ClientHandle);
            _value.Write(writer, Text is null ? default : Encoding.UTF8.GetBytes(Text));
        }
    }
}
