using System.Text;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Tests array pools of which each call in turn throws, before or after its work. The document of the lease is then correct or
/// refused, and data that is written to it later reaches no other lease.</summary>
public sealed class JsonArrayPoolFaultTests
{
    private const int Attacks = 16; // each of twice the length

    private static readonly string s_long = new('x', 20_000);
    private static readonly string s_longest = new('y', 40_000);
    private static readonly byte[] s_bytes = new byte[10_000];
    private static readonly string s_two = "[" + string.Join(
        ",", Enumerable.Range(0, Attacks).Select(static i => $"\"TWO: {new string('2', 1 << i)}\""));

    // The action of each step, and the text that it adds.
    private static readonly (Action<PooledUtf8JsonWriter> Write, string Text)[] s_steps =
    [
        (static lease => lease.Writer.WriteStartArray(), "["),
        (static lease => lease.Writer.WriteStringValue("first"), "\"first\""),
        (static lease => lease.Writer.WriteStringValue(s_long), $",\"{s_long}\""),
        (static lease => lease.WriteBase64Chunked(new MemoryStream(s_bytes)), $",\"{Convert.ToBase64String(s_bytes)}\""),
        (static lease => lease.WriteStringChunked(s_longest.AsSpan()), $",\"{s_longest}\""),
        (static lease => lease.Writer.WriteEndArray(), "]"),
        (static lease => lease.NextDocument(), "\n"),
        (static lease => lease.Flush(), ""),
        (static lease => lease.Writer.WriteStringValue("last"), "\"last\""),
        (static lease => lease.NextDocument(), "\n"),
        (static lease => lease.Writer.WriteStringValue(s_longest), $"\"{s_longest}\""),
    ];

    private static readonly (Func<PooledAsyncUtf8JsonWriter, ValueTask> Write, string Text)[] s_asyncSteps =
    [
        (static lease => Do(lease.Writer.WriteStartArray), "["),
        (static lease => Do(() => lease.Writer.WriteStringValue("first")), "\"first\""),
        (static lease => Do(() => lease.Writer.WriteStringValue(s_long)), $",\"{s_long}\""),
        (static async lease => await lease.WriteBase64ChunkedAsync(new MemoryStream(s_bytes)), $",\"{Convert.ToBase64String(s_bytes)}\""),
        (static async lease => await lease.WriteStringChunkedAsync(s_longest.AsMemory()), $",\"{s_longest}\""),
        (static lease => Do(lease.Writer.WriteEndArray), "]"),
        (static lease => Do(lease.NextDocument), "\n"),
        (static async lease => await lease.FlushAsync(), ""),
        (static lease => Do(() => lease.Writer.WriteStringValue("last")), "\"last\""),
        (static lease => Do(lease.NextDocument), "\n"),
        (static lease => Do(() => lease.Writer.WriteStringValue(s_longest)), $"\"{s_longest}\""),
    ];

    public static TheoryData<bool, bool, int> Kinds()
    {
        var kinds = new TheoryData<bool, bool, int>();
        foreach (bool isAfter in new[] { false, true })
        {
            kinds.Add(isAfter, false, 0);
            kinds.Add(isAfter, true, 0);
            kinds.Add(isAfter, false, Utf8JsonWriterPool.MaxOptionSets); // the writers of the lease are not kept
        }

        return kinds;
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Lease_WhenAnyCallOfTheArrayPoolThrows_HasTheRightDocumentOrNone(bool isAfter, bool clears, int others) =>
        ForEachCall(isAfter, clears, others, static (pool, options) =>
        {
            PooledUtf8JsonWriter lease = pool.Rent(options);
            Utf8JsonWriter writer = lease.Writer;
            int done = Run(lease, out bool failed);
            string text = "";
            Exception? refused = Record.Exception(() => text = TextOf(lease.WrittenSpan));
            if (refused is null)
                Assert.Equal(TextOf(done), text);
            else
                Assert.IsType<InvalidOperationException>(refused);

            if (failed && refused is not null)
                Attack(pool, writer);

            if (TryEnd(lease.Dispose))
                Attack(pool, writer);
        });

    [Theory]
    [MemberData(nameof(Kinds))]
    public void LeaseWithATarget_WhenAnyCallOfTheArrayPoolThrows_SendsTheStartOfTheDocument(bool isAfter, bool clears, int others) =>
        ForEachCall(isAfter, clears, others, static (pool, options) =>
        {
            var target = new RecordingStream();
            PooledUtf8JsonWriter lease = pool.Rent(target, options, 4096);
            Utf8JsonWriter writer = lease.Writer;
            int done = Run(lease, out bool failed);
            if (failed && Record.Exception(lease.Flush) is InvalidOperationException)
                Attack(pool, writer);

            bool endFailed = TryEnd(lease.Dispose);
            if (failed)
                Assert.StartsWith(TextOf(target.Content), TextOf(s_steps.Length), StringComparison.Ordinal);
            else
                Assert.Equal(TextOf(done), TextOf(target.Content));

            if (endFailed)
                Attack(pool, writer);
        });

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Detach_WhenAnyCallOfTheArrayPoolThrows_HandsOverOrRefuses(bool isAfter, bool clears, int others) =>
        ForEachCall(isAfter, clears, others, static (pool, options) =>
        {
            PooledUtf8JsonWriter lease = pool.Rent(options);
            Utf8JsonWriter writer = lease.Writer;
            var owners = new List<PooledArray<byte>>();
            Exception? thrown = Record.Exception(() =>
            {
                for (int i = 0; i < 3; i++)
                {
                    writer.WriteStringValue(s_long);
                    owners.Add(lease.Detach());
                }
            });

            Assert.True(thrown is null or InjectedFaultException, thrown?.ToString() ?? "");
            if (thrown is not null && Record.Exception(() => lease.WrittenCount) is not null)
                Attack(pool, writer);

            Assert.All(owners, static owner => Assert.Equal($"\"{s_long}\"", TextOf(owner.Span)));
            foreach (PooledArray<byte> owner in owners)
                TryEnd(owner.Dispose);

            if (TryEnd(lease.Dispose))
                Attack(pool, writer);
        });

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task AsyncLease_WhenAnyCallOfTheArrayPoolThrows_SendsTheStartOfTheDocument(bool isAfter, bool clears, int others)
    {
        foreach (bool discards in new[] { false, true })
        {
            await ForEachCallAsync(isAfter, clears, others, async (pool, options) =>
            {
                var target = new AsyncOnlyStream();
                PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(target, options, 4096);
                Utf8JsonWriter writer = lease.Writer;
                bool failed = await RunAsync(lease);
                if (failed && await Record.ExceptionAsync(async () => await lease.DrainIfNeededAsync()) is InvalidOperationException)
                    Attack(pool, writer);

                bool endFailed;
                if (discards)
                    endFailed = TryEnd(lease.Discard);
                else
                    endFailed = await Record.ExceptionAsync(async () => await lease.DisposeAsync()) is not null;

                if (failed || discards)
                    Assert.StartsWith(TextOf(target.Content), TextOf(s_asyncSteps.Length), StringComparison.Ordinal);
                else
                    Assert.Equal(TextOf(s_asyncSteps.Length), TextOf(target.Content));

                if (endFailed)
                    Attack(pool, writer);
            });
        }
    }

    /// <summary>Checks that the array pool may end the lease that calls it, in each of its calls.</summary>
    [Theory]
    [InlineData(false, false, false)]
    [InlineData(false, false, true)]
    [InlineData(false, true, false)]
    [InlineData(false, true, true)]
    [InlineData(true, false, true)]
    [InlineData(true, true, true)]
    public void Lease_EndedByAnyCallOfTheArrayPool_IsRefusedAndLosesNoArray(bool isAfter, bool toTarget, bool writes)
    {
        bool ended = true;
        for (int call = 1; ended; call++)
        {
            var plan = new FaultPlan(call, isAfter ? FaultMoment.After : FaultMoment.Before);
            var arrays = new ReusingArrayPool(plan);
            var pool = new Utf8JsonWriterPool(arrayPool: arrays);
            var target = new RecordingStream();
            PooledUtf8JsonWriter lease = toTarget ? pool.Rent(target, default, 4096) : pool.Rent();
            Utf8JsonWriter writer = lease.Writer;
            PooledUtf8JsonWriter two = default;
            plan.Act = member =>
            {
                if (writes)
                    _ = Record.Exception(() => writer.WriteStringValue("EVIL EVIL"));

                lease.Dispose();
                two = pool.Rent();
                two.Writer.WriteStringValue("TWO: ");
            };
            Run(lease, out ended, typeof(ObjectDisposedException));
            plan.ThrowOn = 0;
            if (plan.HasFired)
            {
                if (writer != two.Writer) // the same one after a call for the parts of a value, as after any other end
                    Assert.ThrowsAny<InvalidOperationException>(() => writer.WriteStringValue("EVIL EVIL"));

                Assert.Equal("\"TWO: \"", TextOf(two.WrittenSpan));
                two.Dispose();
            }

            Assert.Equal(plan.HasFired, ended);
            lease.Dispose();
            pool.Dispose();
            arrays.AssertIntact();
            Assert.Equal(0, arrays.Outstanding);
            Assert.Equal(0, pool.ChargedBytes);
        }
    }

    private static ValueTask Do(Action write)
    {
        write();
        return default;
    }

    private static void ForEachCall(bool isAfter, bool clears, int others, Action<Utf8JsonWriterPool, JsonWriterOptions> scenario) =>
        ForEachCallAsync(isAfter, clears, others, (pool, options) =>
        {
            scenario(pool, options);
            return Task.CompletedTask;
        }).GetAwaiter().GetResult();

    private static async Task ForEachCallAsync(
        bool isAfter, bool clears, int others, Func<Utf8JsonWriterPool, JsonWriterOptions, Task> scenario)
    {
        bool failed = true;
        for (int call = 1; failed; call += TestRounds.AreAll ? 1 : 3)
        {
            var plan = new FaultPlan(call, isAfter ? FaultMoment.After : FaultMoment.Before);
            var arrays = new ReusingArrayPool(plan);
            var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { ClearOnReturn = clears }, arrays);
            for (int i = 1; i < others; i++)
                pool.Rent(new JsonWriterOptions { MaxDepth = i }).Dispose();

            var options = new JsonWriterOptions { MaxDepth = others };
            for (int i = 0; i < 2; i++)
                await scenario(pool, options);

            TryEnd(pool.Trim);
            await scenario(pool, options);
            TryEnd(pool.Dispose);
            arrays.AssertIntact();
            Assert.Equal(0, pool.GetStatistics().InUse);
            Assert.Equal(0, pool.ChargedBytes);
            failed = plan.HasFired;
        }
    }

    /// <returns>The number of completed steps.</returns>
    private static int Run(PooledUtf8JsonWriter lease, out bool failed, Type? other = null)
    {
        for (int i = 0; i < s_steps.Length; i++)
        {
            if (Record.Exception(() => s_steps[i].Write(lease)) is not { } thrown)
                continue;

            Assert.True(thrown is InjectedFaultException || thrown.GetType() == other, thrown.ToString());
            failed = true;
            return i + (IsWhole(lease, i) ? 1 : 0);
        }

        failed = false;
        return s_steps.Length;
    }

    /// <summary>Returns whether a step left the lease complete. The array for the parts of a value is returned when the value is
    /// written.</summary>
    private static bool IsWhole(PooledUtf8JsonWriter lease, int step) =>
        lease.IsLive && Record.Exception(() => lease.WrittenCount) is null && TextOf(lease.WrittenSpan) == TextOf(step + 1);

    private static async Task<bool> RunAsync(PooledAsyncUtf8JsonWriter lease)
    {
        foreach ((Func<PooledAsyncUtf8JsonWriter, ValueTask> write, _) in s_asyncSteps)
        {
            if (await Record.ExceptionAsync(async () => await write(lease)) is not { } thrown)
                continue;

            Assert.True(thrown is InjectedFaultException, thrown.ToString());
            return true;
        }

        return false;
    }

    /// <summary>Rents a second lease, and writes in turn to it and to the writer of the first one, which accepts nothing.</summary>
    private static void Attack(Utf8JsonWriterPool pool, Utf8JsonWriter writer)
    {
        PooledUtf8JsonWriter two = pool.Rent();
        Assert.NotSame(writer, two.Writer);
        int refused = 0;
        Exception? thrown = Record.Exception(() =>
        {
            two.Writer.WriteStartArray();
            for (int i = 0; i < Attacks; i++)
            {
                two.Writer.WriteStringValue("TWO: " + new string('2', 1 << i));
                refused += Record.Exception(() => writer.WriteStringValue("EVIL EVIL")) is InvalidOperationException ? 1 : 0;
            }

            Assert.Equal(s_two, TextOf(two.WrittenSpan));
            Assert.Equal(Attacks, refused);
        });
        Assert.True(thrown is null or InjectedFaultException, thrown?.ToString() ?? "");
        TryEnd(two.Dispose);
    }

    private static bool TryEnd(Action end)
    {
        Exception? thrown = Record.Exception(end);
        Assert.True(thrown is null or InjectedFaultException, thrown?.ToString() ?? "");
        return thrown is not null;
    }

    private static string TextOf(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes.ToArray());

    /// <summary>Returns the text that the first steps write.</summary>
    private static string TextOf(int steps) => string.Concat(s_steps.Take(steps).Select(static step => step.Text));
}
