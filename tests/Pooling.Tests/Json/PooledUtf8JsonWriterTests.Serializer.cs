using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Pooling.Json;

/// <content>Tests JsonSerializer with a leased writer.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    public static TheoryData<int, bool> Serializations => new()
    {
        { 0, false },
        { 1, false },
        { 1, true },
        { 50, true },
        { 1_000, false },
        { 1_000, true },
    };

    [Theory]
    [MemberData(nameof(Serializations))]
    public async Task Serializer_ByReflection_EqualsItsOwnOutput(int orders, bool isIndented)
    {
        var options = new JsonSerializerOptions
        {
            WriteIndented = isIndented,
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            NewLine = "\n",
        };
        SerializedOrder[] value = Orders(orders);

        await AssertSerialized(JsonSerializer.Serialize(value, options), isIndented,
            writer => JsonSerializer.Serialize(writer, value, options));
    }

    [Theory]
    [MemberData(nameof(Serializations))]
    public async Task Serializer_BySourceGeneration_EqualsItsOwnOutput(int orders, bool isIndented)
    {
        var context = new OrderJsonContext(new JsonSerializerOptions { WriteIndented = isIndented, NewLine = "\n" });
        JsonTypeInfo<SerializedOrder[]> type = context.SerializedOrderArray;
        SerializedOrder[] value = Orders(orders);

        await AssertSerialized(JsonSerializer.Serialize(value, type), isIndented, writer => JsonSerializer.Serialize(writer, value, type));
    }

    [Fact]
    public void Serializer_WhoseConverterRents_Works()
    {
        var options = new JsonSerializerOptions { Converters = { new LeasingConverter(Pool) } };
        string expected = JsonSerializer.Serialize(Enumerable.Range(0, 100).Select(i => TimeSpan.FromSeconds(i)));
        using PooledUtf8JsonWriter lease = Pool.Rent();
        JsonSerializer.Serialize(lease.Writer, Enumerable.Range(0, 100).Select(i => TimeSpan.FromSeconds(i)), options);

        Assert.Equal(expected, TextOf(lease));
        Assert.Equal(1, Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Serializer_WhoseValueThrows_LeavesPoolAndWriterSound()
    {
        for (int k = 0; k < 20; k++)
        {
            int failing = k * 10;
            var target = new RecordingStream();
            Assert.Throws<InvalidOperationException>(() =>
            {
                using PooledUtf8JsonWriter lease = Pool.Rent(target, default, drainThreshold: 1000);
                JsonSerializer.Serialize(lease.Writer, Values(failing));
            });

            Assert.Equal(failing, JsonSerializer.Deserialize<int[]>(Encoding.UTF8.GetString(target.Content).TrimEnd(',') + "]")!.Length);
            AssertSound();
        }

        static IEnumerable<int> Values(int failing)
        {
            for (int i = 0; ; i++)
                yield return i < failing ? i : throw new InvalidOperationException();
        }
    }

    private async Task AssertSerialized(string expected, bool isIndented, Action<Utf8JsonWriter> serialize)
    {
        foreach (bool skipsValidation in new[] { false, true })
        {
            var options = new JsonWriterOptions { Indented = isIndented, SkipValidation = skipsValidation, NewLine = "\n" };
            using (PooledUtf8JsonWriter lease = Pool.Rent(options))
            {
                serialize(lease.Writer);
                Assert.Equal(expected, TextOf(lease));
            }

            var synchronous = new RecordingStream();
            using (PooledUtf8JsonWriter lease = Pool.Rent(synchronous, options, drainThreshold: 1000))
                serialize(lease.Writer);

            var asynchronous = new AsyncOnlyStream();
            await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(asynchronous, options, drainThreshold: 1000))
                serialize(lease.Writer);

            Assert.Equal(expected, Encoding.UTF8.GetString(synchronous.Content));
            Assert.Equal(expected, Encoding.UTF8.GetString(asynchronous.Content));
            Assert.Equal(0, asynchronous.SynchronousCalls);
        }
    }

    private static SerializedOrder[] Orders(int count) => [.. Enumerable.Range(0, count).Select(SerializedOrder.Sample)];

    private sealed class LeasingConverter(Utf8JsonWriterPool pool) : JsonConverter<TimeSpan>
    {
        public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options)
        {
            using PooledUtf8JsonWriter lease = pool.Rent();
            JsonSerializer.Serialize(lease.Writer, value);
            writer.WriteRawValue(lease.WrittenSpan);
        }
    }
}
