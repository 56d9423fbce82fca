using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>A publish response that is rented, with notifications that stay with it. Its members for pooling are written by
/// hand.</summary>
/// <remarks>Thread safety: one thread at a time. Allocation: none once the pool has objects for the usual message.</remarks>
internal sealed class PooledResponse : IPooledEncodeable
{
    private EncodeableState _state;

    public static EncodeablePool<PooledResponse> Pool { get; } = EncodeablePool.Create(static () => new PooledResponse());

    public PublishFrame Frame { get; private set; }

    /// <summary>Gets the numbers of the messages that the server still has.</summary>
    public List<uint> Available { get; } = [];

    /// <summary>Gets the notifications. They are valid until the response is returned.</summary>
    public EncodeableList<Notification> Notifications { get; } = new(Notification.Pool, PublishFrame.MaxNotifications);

    /// <summary>Gets the status codes of the acknowledgements in the request.</summary>
    public List<uint> Results { get; } = [];

    ref EncodeableState IPooledEncodeable.PoolState => ref _state;

    /// <summary>Reads a message.</summary>
    /// <returns>The response, which the caller disposes.</returns>
    /// <exception cref="InvalidDataException">The bytes are malformed, or not supported. Nothing stays rented.</exception>
    public static PooledRef<PooledResponse> Read(ReadOnlySpan<byte> message)
    {
        PooledRef<PooledResponse> rental = Pool.Rent();
        try
        {
            PooledResponse response = rental.Value;
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

    void IPooledEncodeable.Reset()
    {
        Frame = default;
        Available.Clear(); // at most MaxNumbers long, so it may be kept
        Notifications.Clear();
        Results.Clear();
    }

    void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => nested.Visit(Notifications);

    /// <summary>The new value of a monitored item.</summary>
    internal sealed class Notification : IPooledEncodeable, PublishFrame.INotification
    {
        private EncodeableState _state;
        private DataValue _value;
        private byte[]? _text;
        private int _textLength;
        private byte[]? _rented; // the array of the text, also while it waits for the next message
        private bool _isIdle; // whether it waits

        public static EncodeablePool<Notification> Pool { get; } = EncodeablePool.Create<Notification, Policy>();

        /// <summary>Gets the number that the client gave the item.</summary>
        public uint ClientHandle { get; private set; }

        public ref readonly DataValue Value => ref _value;

        /// <summary>Gets the value as UTF-8 if it is a string; empty otherwise.</summary>
        public ReadOnlySpan<byte> Text => _text.AsSpan(0, _textLength);

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        public void Read(ref BufferReader reader)
        {
            ClientHandle = reader.ReadUInt32LittleEndian();
            DataValue.Read(ref reader, out _value, out ReadOnlySpan<byte> text);
            if (text.IsEmpty)
                return;

            _text = EncodeablePool.RentArray(ref _rented, ref _isIdle, text.Length, DataValue.MaxTextLength);
            _textLength = text.Length;
            text.CopyTo(_text);
        }

        public void Write(PooledArrayBufferWriter<byte> writer)
        {
            writer.WriteUInt32LittleEndian(ClientHandle);
            _value.Write(writer, Text);
        }

        void IPooledEncodeable.Reset() => Reset();

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }

        private void Reset()
        {
            // An array of up to 1 KB stays with the object for the next message, out of sight.
            EncodeablePool.BeginReset(ref _state);
            EncodeablePool.ReturnArray(ref _rented, ref _isIdle, _text, ref _state);
            _text = null;
            _textLength = 0;
            _value = default;
            ClientHandle = 0;
        }

        /// <summary>The same members for the pool, which calls them directly instead of through the interface.</summary>
        private readonly struct Policy : IEncodeablePolicy<Notification>
        {
            public bool HasNested => false;

            public Notification Create() => new();

            public ref EncodeableState StateOf(Notification item) => ref item._state;

            public void Reset(Notification item) => item.Reset();

            public void VisitNested(Notification item, ref NestedVisitor nested)
            {
            }
        }
    }
}
