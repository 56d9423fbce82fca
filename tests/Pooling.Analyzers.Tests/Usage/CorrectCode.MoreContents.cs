namespace Pooling.Analyzers.Usage;

/// <content>Correct code with memory and objects of leases.</content>
internal static partial class CorrectCode
{
    internal const string MoreContents = """
        internal sealed class MoreContents
        {
            ReadOnlyMemory<byte> _m;
            W? _w;
            readonly List<ReadOnlyMemory<byte>> _list = new();
            Lease _lease;

            byte Keep1()
            {
                using var w = new W();
                w.WriteByte(1);
                using var d = w.Detach();
                ReadOnlySpan<byte> s = d.Span;
                w.WriteByte(2);
                return s[0];
            }

            async Task Keep2(Stream s)
            {
                Task t;
                using (var lease = PooledArrayBufferWriter.Rent())
                {
                    t = s.WriteAsync(lease.Value.WrittenMemory).AsTask();
                    await t;
                }
                await s.FlushAsync();
            }

            async Task Keep3(Stream s)
            {
                Task t = Task.CompletedTask;
                for (int i = 0; i < 3; i++)
                {
                    await t;
                    t = s.WriteAsync(new byte[3]).AsTask();
                }
                await t;
            }

            async Task Keep4(Stream s)
            {
                var a = PooledArrayBufferWriter.Rent();
                var b = PooledArrayBufferWriter.Rent();
                try
                {
                    Task t = s.WriteAsync(a.Value.WrittenMemory).AsTask();
                    b.Value.WriteByte(1);
                    await t;
                    await s.WriteAsync(b.Value.WrittenMemory);
                }
                finally
                {
                    a.Dispose();
                    b.Dispose();
                }
            }

            async Task Keep5(Stream s)
            {
                using var a = PooledArrayBufferWriter.Rent();
                using var b = PooledArrayBufferWriter.Rent();
                var tasks = new[]
                {
                    s.WriteAsync(a.Value.WrittenMemory).AsTask(),
                    s.WriteAsync(b.Value.WrittenMemory).AsTask(),
                };
                await Task.WhenAll(tasks);
            }

            void Keep6(Span<byte> target)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                lease.Value.WrittenSpan.CopyTo(target);
            }

            int Keep7(Dictionary<string, int> d)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                d[Encoding.UTF8.GetString(lease.Value.WrittenSpan)] = lease.Value.WrittenCount;
                return d.Count;
            }

            void Keep8(HashSet<string> d)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                d.Add(Encoding.UTF8.GetString(lease.Value.WrittenSpan));
                d.Add(lease.Value.ToString()!);
            }

            void Keep9(List<Lease> d)
            {
                var lease = PooledArrayBufferWriter.Rent();
                d.Add(lease);
                _m = lease.Value.WrittenMemory;
            }

            void Keep10(IBufferWriter<byte> d)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                d.Write(lease.Value.WrittenSpan);
            }

            async Task Keep11(PipeWriter d)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                await d.WriteAsync(lease.Value.WrittenMemory);
            }

            ref struct View(Lease lease)
            {
                public ReadOnlySpan<byte> Bytes => lease.Value.WrittenSpan;

                public void Dispose() => lease.Dispose();
            }

            void Keep12()
            {
                using var v = new View(PooledArrayBufferWriter.Rent());
                Console.WriteLine(v.Bytes.Length);
            }

            int Keep13()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var m = lease.Value.WrittenMemory;
                m = new byte[3];
                lease.Value.ResetWrittenCount();
                return m.Span[0];
            }

            void Keep14(out int n)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                n = lease.Value.WrittenCount;
            }

            void Keep15(ref ReadOnlyMemory<byte> m)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                m = lease.Value.WrittenMemory;
                Use(m);
                m = default;
            }

            static void Use<T>(T t) => _ = t;

            PooledArray<byte> Keep16()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                lease.Value.WriteByte(1);
                return lease.Value.Detach();
            }

            record Frame(PooledArray<byte> Body);

            Frame Keep17()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new Frame(lease.Value.Detach());
            }

            Frame Keep18()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var body = lease.Value.Detach();
                return new Frame(body) with { };
            }

            unsafe void Keep19()
            {
                using var a = new PooledArray<byte>(4);
                fixed (byte* p = a.Span)
                    p[0] = 1;
            }

            void Keep20()
            {
                var a = new PooledArray<byte>(4);
                try
                {
                    a.Span.Clear();
                }
                finally
                {
                    a.Dispose();
                }
                a = new PooledArray<byte>(8);
                a.Dispose();
            }
        }
        """;
}
