using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <content>The user code of one program, with one plan, and the expected content of writers.</content>
public sealed partial class InjectedFaultTests
{
    private sealed class Room
    {
        private readonly HashSet<object> _rented = [];

        internal Room(FaultPlan plan)
        {
            Plan = plan;
            Arrays = new CountingArrayPool<byte>(plan);
            Clock = new ManualTimeProvider(plan);
        }

        internal FaultPlan Plan { get; }

        internal CountingArrayPool<byte> Arrays { get; }

        internal ManualTimeProvider Clock { get; }

        private bool OfPool { get; set; }

        internal BufferWriterPool NewWriterPool()
        {
            OfPool = true;
            return new BufferWriterPool(
                new BufferWriterPoolOptions { InitialCapacity = 16, MaxRetainedCapacity = 4096, MaxRetainedBytes = 100_000 },
                Arrays, Clock);
        }

        /// <summary>Returns whether a writer may be trimmed by its user.</summary>
        internal bool Owns(object writer) => !OfPool && _rented.Add(writer);

        internal bool Try(Action action)
        {
            try
            {
                action();
                return true;
            }
            catch (InjectedFaultException)
            {
                return false;
            }
        }

        /// <summary>Writes some bytes. If that throws, the content must be unchanged.</summary>
        internal void Step(Model model, Func<byte[]> content, int length, Action<byte[]> write)
        {
            byte[] bytes = model.Next(length);
            byte[] before = content();
            if (!Try(() => write(bytes)))
            {
                Assert.True(content().AsSpan().SequenceEqual(before), "A write that threw has changed the content.");
                return;
            }

            model.Append(bytes);
            model.AssertIs(content());
        }

        /// <summary>Detaches the content. If that throws, the content must be unchanged, and is detached
        /// again.</summary>
        internal T Detach<T>(Func<byte[]> content, Func<T> detach)
        {
            byte[] before = content();
            T? detached = default;
            if (Try(() => detached = detach()))
                return detached!;

            Assert.Equal(before, content());
            return detach();
        }

        /// <summary>Copies the content in all ways. Each way takes a beginning of the content.</summary>
        internal void CopyAll(
            Model model, Action<Stream> toStream, Action<IBufferWriter<byte>> toWriter, Func<Stream, Task> toStreamAsync, Func<Stream> read)
        {
            foreach (bool yields in new[] { false, true })
                Check(model, taken => Try(() => toStreamAsync(new FaultyStream(taken, Plan) { Yields = yields }).GetAwaiter().GetResult()));

            Check(model, taken => Try(() => toStream(new FaultyStream(taken, Plan))));
            Check(model, taken => Try(() =>
            {
                using Stream source = read();
                source.CopyTo(new FaultyStream(taken, Plan));
            }));
            Check(model, taken => Try(() =>
            {
                var target = new LyingBufferWriter(static asked => Math.Max(asked, 64 * 1024));
                try
                {
                    toWriter(new FaultyBufferWriter<byte>(target, Plan));
                }
                finally
                {
                    taken.Write(target.Taken, 0, target.Taken.Length);
                }
            }));
        }

        internal void Close(BufferWriterPool pool)
        {
            Assert.Equal(0, pool.GetStatistics().InUse);
            Try(pool.Trim);
            Try(pool.Dispose);
            AssertNothingCharged(() => pool.ChargedBytes);
        }

        /// <summary>Waits for trims, which run on the thread pool and may still hold what they drop.</summary>
        internal static void AssertNothingCharged(Func<long> charged)
        {
            SpinWait.SpinUntil(() => charged() == 0, TimeSpan.FromSeconds(30));
            Assert.Equal(0, charged());
        }

        /// <summary>Waits for trims, too.</summary>
        internal void AssertAllReturned()
        {
            SpinWait.SpinUntil(() => Arrays.InUse == 0, TimeSpan.FromSeconds(30));
            Arrays.AssertAllReturned();
        }

        private static void Check(Model model, Func<MemoryStream, bool> copy)
        {
            var taken = new MemoryStream();
            bool done = copy(taken);
            byte[] bytes = taken.ToArray();
            Assert.True(model.Bytes.AsSpan(0, done ? model.Count : bytes.Length).SequenceEqual(bytes), "A copy differs from the content.");
        }
    }

    private sealed class Model
    {
        private readonly List<byte> _bytes = [];
        private byte _next = (byte)'a';

        internal byte[] Bytes => [.. _bytes];

        internal int Count => _bytes.Count;

        internal byte[] Next(int length)
        {
            byte value = _next++;
            return [.. Enumerable.Repeat(value, length)];
        }

        internal void AssertIs(byte[] content) => Assert.True(content.AsSpan().SequenceEqual(Bytes), "Content differs from the model.");

        internal void Append(byte[] bytes) => _bytes.AddRange(bytes);

        internal void Truncate(int count) => _bytes.RemoveRange(count, _bytes.Count - count);
    }
}
