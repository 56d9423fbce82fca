using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Buffers;

/// <summary>Compares buffer writers that encode one message after another.</summary>
internal sealed class BuffersSection : ISection
{
    /// <inheritdoc/>
    public string Name => "buffers";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Buffers",
        "A sender that encodes messages (a header, and a payload in pieces of at most 4 KB) and passes the bytes to its socket.",
        [
            context.Compare(Encode("A message of 128 B", 128, "The most common size in gateways and game servers.")),
            context.Compare(Encode("A message of 4 KB", 4 * 1024, "A page of a document, or a burst of updates.")),
            context.Compare(Encode("A message of 64 KB", 64 * 1024, "Growing buffers copy their content; "
                + "a rented one knows the usual size.")),
        ]);

    private static Comparison Encode(string name, int size, string detail)
    {
        var message = new Message(size);
        return new Comparison(name, detail, [Stream(message), ArrayWriter(message), Pooled(message)]) { Unit = "message" };
    }

    private static Contender Stream(Message message) => new("MemoryStream + ToArray", Side.Without, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            using var stream = new MemoryStream();
            message.Encode(i, stream);
            sum += Message.Send(stream.ToArray());
        }

        return sum;
    })
    {
        Output = () =>
        {
            using var stream = new MemoryStream();
            message.Encode(1, stream);
            return stream.ToArray();
        },
    };

    private static Contender ArrayWriter(Message message) => new("ArrayBufferWriter", Side.Without, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            var writer = new ArrayBufferWriter<byte>();
            message.Encode(i, writer);
            sum += Message.Send(writer.WrittenSpan);
        }

        return sum;
    })
    {
        Output = () =>
        {
            var writer = new ArrayBufferWriter<byte>();
            message.Encode(1, writer);
            return writer.WrittenSpan.ToArray();
        },
    };

    private static Contender Pooled(Message message) => new("PooledArrayBufferWriter", Side.Pooled, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            message.Encode(i, writer);
            sum += Message.Send(writer.WrittenSpan);
        }

        return sum;
    })
    {
        Output = () =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            message.Encode(1, lease.Value);
            return lease.Value.WrittenSpan.ToArray();
        },
    };
}
