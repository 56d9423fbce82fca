using System.Globalization;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Objects;
using Pooling.Samples.OpcUaNotifications;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
byte[][] messages = [.. Recording.Messages];
int values = 0;
foreach (byte[] message in messages)
{
    var plain = new PlainMessage();
    plain.Decode(message);
    using PooledRef<HandWrittenMessage> handWritten = HandWrittenMessage.Pool.Rent();
    handWritten.Value.Decode(message);
    using PooledRef<GeneratedMessage> generated = GeneratedMessage.Pool.Rent();
    generated.Value.Decode(message);
    if (!IsSame(message, plain.Encode) || !IsSame(message, handWritten.Value.Encode) || !IsSame(message, generated.Value.Encode))
    {
        Console.Error.WriteLine("OpcUaNotifications: a message is encoded to other bytes than it was decoded from.");
        return 1;
    }

    values += plain.Items.Count;
}

Console.WriteLine($"{messages.Length} recorded messages with {values} values: all ways encode them to the same bytes again.");
Console.WriteLine($"A second thread received {await HandOverAsync()} values, and ended their messages.");
Console.WriteLine();

double sum = 0; // what the application does with values
(double Bytes, double Nanoseconds)[] medians = Measure.Run(
    values,
    () =>
    {
        foreach (byte[] bytes in messages)
        {
            var message = new PlainMessage();
            message.Decode(bytes);
            foreach (PlainItem item in message.Items)
                sum += item.ClientHandle + item.Value.AsDouble;
        }
    },
    () =>
    {
        foreach (byte[] bytes in messages)
        {
            using PooledRef<HandWrittenMessage> message = HandWrittenMessage.Pool.Rent();
            message.Value.Decode(bytes);
            foreach (HandWrittenItem item in message.Value.Items)
                sum += item.ClientHandle + item.Value.AsDouble;
        }
    },
    () =>
    {
        foreach (byte[] bytes in messages)
        {
            using PooledRef<GeneratedMessage> message = GeneratedMessage.Pool.Rent();
            message.Value.Decode(bytes);
            foreach (GeneratedItem item in message.Value.Items)
                sum += item.ClientHandle + item.Value.AsDouble;
        }
    });

Console.WriteLine($"{"way",-14}{"bytes/value",12}{"ns/value",12}");
foreach ((string name, int way) in (ReadOnlySpan<(string, int)>)[("new", 0), ("hand-written", 1), ("generated", 2)])
    Console.WriteLine($"{name,-14}{medians[way].Bytes,12:N2}{medians[way].Nanoseconds,12:N1}");

Console.WriteLine();
Console.WriteLine("What to copy: GeneratedMessage.cs, with MessageHead.cs and DataValue.cs.");
return double.IsNaN(sum) ? 1 : 0;

static bool IsSame(byte[] message, Action<System.Buffers.IBufferWriter<byte>> encode)
{
    using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
    encode(lease.Value);
    return lease.Value.WrittenSpan.SequenceEqual(message);
}

// A message that crosses threads travels as its token. Whoever has it last ends it.
async Task<int> HandOverAsync()
{
    var queue = Channel.CreateBounded<PooledRef<GeneratedMessage>>(4);
    Task<int> receiving = Task.Run(async () =>
    {
        int received = 0;
        await foreach (PooledRef<GeneratedMessage> rental in queue.Reader.ReadAllAsync())
        {
            using (rental)
                received += rental.Value.Items.Count;
        }

        return received;
    });
    foreach (byte[] bytes in messages)
    {
        PooledRef<GeneratedMessage> rental = GeneratedMessage.Pool.Rent();
        rental.Value.Decode(bytes);
        await queue.Writer.WriteAsync(rental);
    }

    queue.Writer.Complete();
    return await receiving;
}
