namespace Pooling.Analyzers.Usage;

/// <content>Correct code with memory and objects of leases.</content>
internal static partial class CorrectCode
{
    internal const string Contents = """
        internal sealed class Contents
        {
            ReadOnlyMemory<byte> _m;
            W? _w;
            readonly List<ReadOnlyMemory<byte>> _list = new();
            Lease _lease;

            byte[] Keep1()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return lease.Value.WrittenMemory.ToArray();
            }

            async Task Keep2(Stream s)
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    ReadOnlyMemory<byte> m = lease.Value.WrittenMemory;
                    await s.WriteAsync(m);
                }
                finally
                {
                    lease.Dispose();
                }
            }

            async Task Keep3(System.Net.Sockets.Socket s)
            {
                var parts = new List<ArraySegment<byte>>();
                using var a = new PooledArray<byte>(4);
                parts.Add(a.Span.ToArray());
                await s.SendAsync(parts);
            }

            void Keep4(Stream s)
            {
                var r = new List<ReadOnlyMemory<byte>>();
                using var lease = PooledArrayBufferWriter.Rent();
                r.Add(lease.Value.WrittenMemory);
                foreach (var m in r)
                    s.Write(m.Span);
            }

            List<byte[]> Keep5()
            {
                var r = new List<byte[]>();
                for (int i = 0; i < 3; i++)
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    r.Add(lease.Value.WrittenSpan.ToArray());
                }
                return r;
            }

            void Keep6(Stream s)
            {
                var r = new List<ReadOnlyMemory<byte>>();
                foreach (int i in new[] { 1 })
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    r.Clear();
                    r.Add(lease.Value.WrittenMemory);
                    Send(s, r);
                }
            }

            static void Send(Stream s, List<ReadOnlyMemory<byte>> all)
            {
                foreach (var m in all)
                    s.Write(m.Span);
            }

            void Keep7(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _list.Add(lease.Value.WrittenMemory);
                try
                {
                    SendAll(s);
                }
                finally
                {
                    _list.Clear();
                }
            }

            void SendAll(Stream s) => Send(s, _list);

            void Keep8()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _w = lease.Value;
                try
                {
                    Fill();
                }
                finally
                {
                    _w = null;
                }
            }

            void Fill() => _w!.WriteByte(1);

            void Keep9()
            {
                _lease = PooledArrayBufferWriter.Rent();
                _w = _lease.Value;
                _m = _w.WrittenMemory;
            }

            IEnumerable<byte[]> Keep10()
            {
                for (int i = 0; i < 3; i++)
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    yield return lease.Value.WrittenSpan.ToArray();
                }
            }

            IEnumerable<Lease> Keep11()
            {
                for (int i = 0; i < 3; i++)
                    yield return PooledArrayBufferWriter.Rent();
            }

            IEnumerable<int> Keep12()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                for (int i = 0; i < 3; i++)
                {
                    lease.Value.WriteByte(1);
                    yield return lease.Value.WrittenCount;
                }
            }

            async IAsyncEnumerable<string> Keep13(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                while (await s.ReadAsync(lease.Value.GetMemory(16)) is > 0 and var n)
                {
                    lease.Value.Advance(n);
                    yield return Encoding.UTF8.GetString(lease.Value.WrittenSpan);
                    lease.Value.ResetWrittenCount();
                }
            }

            (byte[], int) Keep14()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return (lease.Value.WrittenSpan.ToArray(), lease.Value.WrittenCount);
            }

            ReadOnlySequence<byte> Keep15(Lease lease) => new(lease.Value.WrittenMemory);

            ReadOnlyMemory<byte> Keep16(bool b, byte[] d)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return b ? lease.Value.WrittenMemory.ToArray() : d;
            }

            HttpContent Keep17()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new ByteArrayContent(lease.Value.WrittenSpan.ToArray());
            }

            string Keep18()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return Convert.ToHexString(lease.Value.WrittenSpan);
            }

            void Keep19()
            {
                using var w = new W();
                var s = w.GetSpan(4);
                s[0] = 1;
                w.Advance(1);
                s = w.GetSpan(4);
                s[0] = 2;
                w.Advance(1);
            }

            void Keep20()
            {
                using var w = new W();
                for (int i = 0; i < 3; i++)
                {
                    Span<byte> s = w.GetSpan(4);
                    s[0] = 1;
                    w.Advance(4);
                }
            }

            void Keep21()
            {
                using var w = new W();
                Span<byte> s = w.GetSpan(4);
                int n = s.Length;
                w.Advance(n);
                Console.WriteLine(n);
                w.Write(new byte[3]);
                Console.WriteLine(s.Length);
            }

            byte Keep22()
            {
                using var w = new W();
                w.WriteByte(1);
                ReadOnlySpan<byte> s = w.WrittenSpan;
                byte first = s[0];
                w.ResetWrittenCount();
                return first;
            }
        }
        """;
}
