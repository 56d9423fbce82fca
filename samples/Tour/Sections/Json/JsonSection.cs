using System.Buffers;
using System.Text.Json;
using Pooling.Json;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Json;

/// <summary>Compares JSON writers for one document after another.</summary>
internal sealed class JsonSection : ISection
{
    /// <inheritdoc/>
    public string Name => "json";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Json",
        "A service that answers each request with a JSON document. Each needs a writer and a buffer, created or rented together.",
        [
            context.Compare(Write("A document of 145 B", "The receipt of an order.", Order.WriteReceipt)),
            context.Compare(Write("A document of 850 B", "An order with eight lines, and text that needs escaping.", Order.WriteDocument)),
        ]);

    private static Comparison Write(string name, string detail, Action<Utf8JsonWriter, int> write) =>
        new(name, detail, [ArrayWriter(write), Stream(write), Pooled(write)]) { Unit = "document" };

    private static Contender ArrayWriter(Action<Utf8JsonWriter, int> write) => new("new + ArrayBufferWriter", Side.Stock, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            write(writer, i);
            writer.Flush();
            sum += Order.Send(buffer.WrittenSpan);
        }

        return sum;
    })
    {
        Output = () =>
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            write(writer, 1);
            writer.Flush();
            return buffer.WrittenSpan.ToArray();
        },
    };

    private static Contender Stream(Action<Utf8JsonWriter, int> write) => new("new + MemoryStream", Side.Stock, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            using var stream = new MemoryStream();
            using var writer = new Utf8JsonWriter(stream);
            write(writer, i);
            writer.Flush();
            sum += Order.Send(stream.ToArray());
        }

        return sum;
    })
    {
        Output = () =>
        {
            using var stream = new MemoryStream();
            using var writer = new Utf8JsonWriter(stream);
            write(writer, 1);
            writer.Flush();
            return stream.ToArray();
        },
    };

    private static Contender Pooled(Action<Utf8JsonWriter, int> write) => new("Utf8JsonWriterPool", Side.Pooled, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent();
            write(lease.Writer, i);
            sum += Order.Send(lease.WrittenSpan);
        }

        return sum;
    })
    {
        Output = () =>
        {
            using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent();
            write(lease.Writer, 1);
            return lease.WrittenSpan.ToArray();
        },
    };
}
