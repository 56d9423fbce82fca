using System.Globalization;
using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.Samples.OpcUaNotifications;

const int Rounds = 201; // short ones, which the other work of a machine seldom interrupts
const int Repetitions = 50;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    string folder = Path.Combine(AppContext.BaseDirectory, "Recorded");
    byte[][] messages = [.. Directory.GetFiles(folder, "*.bin").Order(StringComparer.Ordinal).Select(File.ReadAllBytes)];
    int notifications = messages.Sum(static message => PlainResponse.Read(message).Notifications.Count);
    if (notifications == 0)
        throw new InvalidDataException("Nothing is recorded.");

    foreach (byte[] message in messages)
    {
        RequireSameBytes("new", message, PlainResponse.Read(message).Write);
        using PooledRef<PooledResponse> pooled = PooledResponse.Read(message);
        RequireSameBytes("pooled, by hand", message, pooled.Value.Write);
        using PooledRef<GeneratedResponse> generated = GeneratedResponse.Read(message);
        RequireSameBytes("pooled, generated", message, generated.Value.Write);
    }

    Console.WriteLine($"{messages.Length} recorded messages, {notifications} notifications: three ways read and wrote the same bytes.");
    Console.WriteLine($"{await HandOverAsync(messages)} notifications that are not good: handled and returned by another thread.");

    (double Bytes, double Nanoseconds)[] medians = Measure.Run(
        Rounds,
        Repetitions,
        () => Array.ForEach(messages, static message => PlainResponse.Read(message)),
        () => Array.ForEach(messages, static message => PooledResponse.Read(message).Dispose()),
        () => Array.ForEach(messages, static message => GeneratedResponse.Read(message).Dispose()));

    Console.WriteLine();
    Console.WriteLine($"{"way",-18}{"bytes/notification",20}{"ns/notification",18}");
    foreach ((string way, (double bytes, double nanoseconds)) in new[] { "new", "pooled, by hand", "pooled, generated" }.Zip(medians))
        Console.WriteLine($"{way,-18}{bytes / notifications,20:N1}{nanoseconds / notifications,18:N1}");

    Console.WriteLine();
    Console.WriteLine("What to copy: GeneratedResponse.cs, with PublishFrame.cs and DataValue.cs; AlarmQueue.cs for another thread.");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or IOException)
{
    Console.Error.WriteLine($"OpcUaNotifications: {wrong.Message}");
    return 1;
}

static void RequireSameBytes(string way, byte[] message, Action<PooledArrayBufferWriter<byte>> write)
{
    using var written = new PooledArrayBufferWriter<byte>();
    write(written);
    if (!written.WrittenSpan.SequenceEqual(message))
        throw new InvalidDataException($"What was read with the way '{way}' is not what was recorded.");
}

// Returns the number of notifications that the other thread handled.
static async Task<int> HandOverAsync(byte[][] messages)
{
    int handled = 0;
    using var alarms = new AlarmQueue(capacity: 1000);
    Task handling = Task.Run(() => alarms.RunAsync(alarm => handled += alarm.Value.IsGood ? 0 : 1, CancellationToken.None));
    foreach (byte[] message in messages)
    {
        using PooledRef<GeneratedResponse> response = GeneratedResponse.Read(message);
        alarms.Post(response.Value);
    }

    alarms.Complete();
    await handling;
    int expected = messages.Sum(static message => PlainResponse.Read(message).Notifications.Count(static n => !n.Value.IsGood));
    return handled == expected && GeneratedResponse.Notification.Pool.GetStatistics().InUse == 0
        ? handled
        : throw new InvalidDataException($"{handled} of {expected} notifications were handled.");
}
