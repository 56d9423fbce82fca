namespace Pooling.Analyzers.Usage;

/// <content>Correct code with paths through methods.</content>
internal static partial class CorrectCode
{
    internal const string MorePaths = """
        internal sealed class MorePaths
        {
            bool _isOpen;
            Lease _kept;

            async Task Leave1(Stream s, CancellationToken t)
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    await s.WriteAsync(lease.Value.WrittenMemory, t);
                }
                catch (OperationCanceledException) when (t.IsCancellationRequested)
                {
                    return;
                }
                finally
                {
                    lease.Dispose();
                }
            }

            async Task Leave2(Stream s, bool b)
            {
                var json = Utf8JsonWriterPool.Shared.RentAsyncWriter(s);
                if (b)
                {
                    json.Discard();
                    return;
                }
                await json.DisposeAsync();
            }

            void Leave3(bool b)
            {
                if (!b)
                    return;
                Lease lease;
                lease = PooledArrayBufferWriter.Rent();
                if (b)
                    lease.Dispose();
            }

            void Leave4(Func<bool> more)
            {
                var lease = PooledArrayBufferWriter.Rent();
                do
                {
                    lease.Value.WriteByte(1);
                } while (more());
                lease.Dispose();
            }

            void Leave5(Func<bool> more)
            {
                Lease lease;
                do
                {
                    lease = PooledArrayBufferWriter.Rent();
                    lease.Value.WriteByte(1);
                    lease.Dispose();
                } while (more());
            }

            Lease Leave6(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (!b)
                {
                    lease.Dispose();
                    return default;
                }
                return lease;
            }

            void Leave7()
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    lease.Value.WriteByte(1);
                    lease.Dispose();
                }
                catch (IOException)
                {
                    Console.WriteLine();
                }
            }

            void Leave8(bool b)
            {
                PooledArray<byte>? a = null;
                try
                {
                    if (b)
                        a = new PooledArray<byte>(4);
                }
                finally
                {
                    a?.Dispose();
                }
            }

            void Leave9(bool b)
            {
                using var lease = b ? PooledArrayBufferWriter.Rent() : PooledArrayBufferWriter.Rent();
                lease.Value.WriteByte(1);
            }

            string Leave10(LeasePool<StringBuilder> p) =>
                p.Rent() switch
                {
                    { IsLive: true } lease => Take(lease),
                    var lease => Take(lease),
                };

            static string Take(PooledLease<StringBuilder> lease)
            {
                using (lease)
                    return lease.Value.ToString();
            }

            void Leave11(LeasePool<StringBuilder> p)
            {
                if (p.Rent() is var lease)
                {
                    using (lease)
                        lease.Value.Append(1);
                }
                if (p.Rent() is not { IsLive: true } m)
                    return;
                m.Dispose();
            }

            void Leave12(object? o)
            {
                var lease = PooledArrayBufferWriter.Rent();
                ArgumentNullException.ThrowIfNull(o);
                lease.Dispose();
            }

            void Leave13(int n)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (n < 0)
                    ThrowNegative();
                lease.Dispose();
            }

            static void ThrowNegative() => throw new ArgumentOutOfRangeException();

            void Leave14(bool a, bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (a && b)
                {
                    lease.Dispose();
                    return;
                }
                if (a)
                {
                    lease.Dispose();
                    return;
                }
                lease.Dispose();
            }

            void Leave15(byte[] d)
            {
                var s = new SharedBuffer[3];
                SharedBuffer.Create(d, s);
                foreach (var x in s)
                    x.Dispose();
            }

            void Leave16(byte[] d, List<SharedBuffer> all)
            {
                var s = new SharedBuffer[3];
                SharedBuffer.Create(d, s);
                all.AddRange(s);
            }

            void Leave17(byte[] d, Queue<SharedBuffer> q)
            {
                Span<SharedBuffer> s = new SharedBuffer[3];
                SharedBuffer.Create(d, s);
                foreach (var x in s)
                    q.Enqueue(x);
            }

            void Leave18(SharedBuffer m)
            {
                var s = new SharedBuffer[3];
                if (!m.TryRetain(s))
                    return;
                for (int i = 0; i < s.Length; i++)
                {
                    using SharedBuffer x = s[i];
                    Console.WriteLine(x.Length);
                }
            }

            SharedBuffer[] Leave19(byte[] d)
            {
                var s = new SharedBuffer[3];
                SharedBuffer.Create(d, s);
                Console.WriteLine(s[0].Length);
                return s;
            }

            void Leave20(byte[] d, Action<SharedBuffer> send)
            {
                var s = new SharedBuffer[2];
                SharedBuffer.Create(d, s);
                send(s[0]);
                send(s[1]);
            }

            void Leave21(SharedBuffer[] s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                lease.Value.DetachShared(s);
            }

            void Leave22(int n)
            {
                var s = ArrayPool<SharedBuffer>.Shared.Rent(n);
                using var lease = PooledArrayBufferWriter.Rent();
                lease.Value.DetachShared(s.AsSpan(0, n));
                for (int i = 0; i < n; i++)
                    s[i].Dispose();
                ArrayPool<SharedBuffer>.Shared.Return(s);
            }

            void Leave23(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                lock (this)
                {
                    if (b)
                    {
                        lease.Dispose();
                        return;
                    }
                }
                lease.Dispose();
            }

            void Leave24(IDisposable d, bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                using (d)
                {
                    if (b)
                    {
                        lease.Dispose();
                        return;
                    }
                }
                lease.Dispose();
            }

            void Leave25(int n)
            {
                Lease a = default,
                    b = default;
                try
                {
                    a = PooledArrayBufferWriter.Rent();
                    if (n > 0)
                        b = PooledArrayBufferWriter.Rent();
                }
                finally
                {
                    a.Dispose();
                    b.Dispose();
                }
            }

            void Leave26(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                lease.Value.WriteByte(1);
                lease.Dispose();
                lease = PooledArrayBufferWriter.Rent();
                lease.Dispose();
                lease = default;
            }
        }
        """;
}
