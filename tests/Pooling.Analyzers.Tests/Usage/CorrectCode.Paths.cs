namespace Pooling.Analyzers.Usage;

/// <content>Correct code with paths through methods.</content>
internal static partial class CorrectCode
{
    internal const string Paths = """
        internal sealed class Paths
        {
            bool _isOpen;
            Lease _kept;

            void Leave1(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                {
                    lease.Dispose();
                    return;
                }
                lease.Value.WriteByte(1);
                lease.Dispose();
            }

            void Leave2(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                    lease.Dispose();
                else
                {
                    lease.Value.WriteByte(1);
                    lease.Dispose();
                }
            }

            void Leave3(bool b)
            {
                Lease lease = default;
                if (b)
                    lease = PooledArrayBufferWriter.Rent();
                Console.WriteLine(b);
                if (b)
                    lease.Dispose();
            }

            void Leave4(bool b)
            {
                Lease lease = default;
                bool rented = false;
                if (b)
                {
                    lease = PooledArrayBufferWriter.Rent();
                    rented = true;
                }
                if (rented)
                    lease.Dispose();
            }

            void Leave5(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                    lease.Dispose();
                if (!b)
                    lease.Dispose();
            }

            void Leave6(DayOfWeek d)
            {
                var lease = PooledArrayBufferWriter.Rent();
                switch (d)
                {
                    case DayOfWeek.Monday:
                        lease.Dispose();
                        break;
                    case DayOfWeek.Friday:
                        lease.Value.WriteByte(1);
                        lease.Dispose();
                        break;
                    default:
                        lease.Dispose();
                        break;
                }
            }

            void Leave7(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                switch (b)
                {
                    case true:
                        lease.Dispose();
                        break;
                    case false:
                        lease.Dispose();
                        break;
                }
            }

            void Leave8()
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (lease.IsLive)
                    lease.Dispose();
            }

            void Leave9(int n)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (n > 5)
                    lease.Dispose();
                else if (n <= 5)
                    lease.Dispose();
            }

            void Leave10(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    if (b)
                    {
                        lease.Dispose();
                        return;
                    }
                    lease.Value.WriteByte(1);
                }
                finally
                {
                    Console.WriteLine();
                }
                lease.Dispose();
            }

            void Leave11(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    if (b)
                        return;
                    lease.Value.WriteByte(1);
                }
                finally
                {
                    lease.Dispose();
                }
            }

            void Leave12()
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    lease.Value.WriteByte(1);
                }
                catch
                {
                    lease.Dispose();
                    throw;
                }
                lease.Dispose();
            }

            void Leave13(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                    throw new InvalidOperationException();
                lease.Dispose();
            }

            void Leave14()
            {
                while (true)
                {
                    var lease = PooledArrayBufferWriter.Rent();
                    if (Try(lease.Value))
                    {
                        lease.Dispose();
                        return;
                    }
                    lease.Dispose();
                }
            }

            static bool Try(W w) => w.WrittenCount > 0;

            void Leave15(int[] a)
            {
                Lease lease = default;
                foreach (int i in a)
                {
                    lease = PooledArrayBufferWriter.Rent();
                    lease.Value.WriteByte((byte)i);
                    lease.Dispose();
                }
            }

            void Leave16(int[] a)
            {
                Lease lease = PooledArrayBufferWriter.Rent();
                foreach (int i in a)
                {
                    if (lease.Value.WrittenCount > 100)
                    {
                        lease.Dispose();
                        lease = PooledArrayBufferWriter.Rent();
                    }
                    lease.Value.WriteByte((byte)i);
                }
                lease.Dispose();
            }

            void Leave17(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                _isOpen = b;
                if (_isOpen)
                    lease.Dispose();
                else
                    _kept = lease;
            }

            void Leave18(string? s)
            {
                var lease = PooledArrayBufferWriter.Rent();
                lease.Value.WriteByte((byte)(s?.Length ?? 0));
                lease.Dispose();
            }

            int Leave19(Stream s)
            {
                var lease = PooledArrayBufferWriter.Rent();
                int n = s.Read(lease.Value.GetSpan(4));
                if (n == 0)
                {
                    lease.Dispose();
                    return 0;
                }
                lease.Value.Advance(n);
                lease.Dispose();
                return n;
            }

            void Leave20(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                bool isDone = false;
                if (b)
                {
                    lease.Dispose();
                    isDone = true;
                }
                if (!isDone)
                    lease.Dispose();
            }

            void Leave21(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                    goto end;
                lease.Value.WriteByte(1);
                end:
                lease.Dispose();
            }

            void Leave22(object o)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (o is string s)
                {
                    lease.Dispose();
                }
                else if (o is not string)
                {
                    lease.Dispose();
                }
            }

            void Leave23(bool b)
            {
                var lease = PooledArrayBufferWriter.Rent();
                if (b)
                    Environment.FailFast("x");
                lease.Dispose();
            }

            void Leave24(int n)
            {
                for (int i = 0; i < n; i++)
                {
                    var lease = PooledArrayBufferWriter.Rent();
                    if (i % 2 == 0)
                    {
                        lease.Dispose();
                        continue;
                    }
                    lease.Value.WriteByte(1);
                    lease.Dispose();
                }
            }
        }
        """;
}
