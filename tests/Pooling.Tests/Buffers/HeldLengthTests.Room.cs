using System.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>The writers of the tests.</content>
public sealed partial class HeldLengthTests
{
    /// <summary>A pool of one kind of writers, and what is detached from them.</summary>
    private sealed class Room : IDisposable
    {
        private readonly string _kind;
        private readonly BufferWriterPool _writers;
        private readonly Utf8JsonWriterPool _json;
        private Action? _end;

        internal Room(string kind, ArrayPool<byte> arrays, bool clears = false)
        {
            _kind = kind;
            _writers = new BufferWriterPool(new() { ClearOnReturn = clears }, arrays);
            _json = new Utf8JsonWriterPool(
                new() { MaxRetainedCapacity = 4 * 1024 * 1024, ClearOnReturn = clears }, arrayPool: arrays);
        }

        internal byte[] Written { get; private set; } = [];

        /// <summary>Writes a message of a length, and runs an action with a function that detaches it.</summary>
        internal void Use(int length, Action<Func<IDisposable[]>> action)
        {
            Written = Content(length);
            switch (_kind)
            {
                case "json":
                    PooledUtf8JsonWriter json = _json.Rent();
                    _end = () => json.Dispose();
                    if (length > 1)
                        json.Writer.WriteStringValue(Written.AsSpan(2));
                    else
                        json.Writer.WriteRawValue(Written);
                    Written = json.WrittenSpan.ToArray();
                    action(() => [json.Detach()]);
                    break;
                case "sequence":
                    PooledLease<SegmentedBufferWriter> segmented = _writers.RentSegmented();
                    _end = () => segmented.Dispose();
                    segmented.Value.Write(Written);
                    action(() => [segmented.Value.Detach()]);
                    break;
                default:
                    PooledLease<PooledArrayBufferWriter<byte>> writer = _writers.Rent();
                    _end = () => writer.Dispose();
                    writer.Value.Write(Written);
                    action(() => Detach(writer.Value));
                    break;
            }

            EndRental();
        }

        internal void EndRental() => _end!();

        public void Dispose()
        {
            _writers.Dispose();
            _json.Dispose();
        }

        private IDisposable[] Detach(PooledArrayBufferWriter<byte> writer)
        {
            if (_kind == "array")
                return [writer.Detach()];

            if (_kind == "share")
                return [writer.DetachShared()];

            var shares = new SharedBuffer[3];
            writer.DetachShared(shares);
            return [.. shares.Select(static share => (IDisposable)share)];
        }
    }
}
