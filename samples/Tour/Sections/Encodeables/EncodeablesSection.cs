using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Encodeables;

/// <summary>Compares decoders that create objects from the data that they read.</summary>
internal sealed class EncodeablesSection : ISection
{
    private const int Few = 3;
    private const int Some = 10;
    private const int Many = 1_000;

    /// <inheritdoc/>
    public string Name => "encodeables";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Encodeables",
        "A client that decodes messages with changed values into objects: the message, its array and every change.",
        [context.Compare(OfMessage(Many)), context.Compare(OfMessage(Some)), context.Compare(OfMessage(Few))]);

    private static Comparison OfMessage(int changes)
    {
        byte[] message = Encode(changes);
        return new Comparison($"A message of {changes:N0} changes", "The message is rented; its changes stay with it.",
            [Created(message), Kept(message)])
        {
            Unit = "message",
            Published = [new("OPCUA DataChangeNotification", "new", 0.82, 0.15)],
        };
    }

    private static byte[] Encode(int changes)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteUInt32LittleEndian(7);
        writer.WriteInt32LittleEndian(changes);
        for (int i = 0; i < changes; i++)
        {
            writer.WriteUInt32LittleEndian((uint)i);
            writer.WriteUInt32LittleEndian(0);
            writer.WriteInt64LittleEndian(i * 3L);
            writer.WriteInt64LittleEndian(i * 1_000L);
            writer.WriteInt64LittleEndian(i * 1_001L);
        }

        return writer.WrittenSpan.ToArray();
    }

    private static Contender Created(byte[] message) => new("new", Side.Without, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            NewReport report = NewReport.Decode(message);
            foreach (NewChange change in report.Changes)
                sum += change.Handle();
        }

        return sum;
    });

    private static Contender Kept(byte[] message) => new("EncodeableList", Side.Pooled, count =>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            using PooledRef<Report> rental = Report.Pool.Rent();
            Report report = rental.Value;
            report.Decode(message);
            foreach (Change change in report.Changes.Span)
                sum += change.Handle();
        }

        return sum;
    });
}
