namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with paths through methods.</content>
internal static partial class KindsOfMistakes
{
    internal const string Paths = """
        internal sealed class Paths
        {
            void Leave1(bool b)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (b)
                    return;
                lease.Dispose();
            }

            void Leave2(LeasePool<StringBuilder> p)
            {
                var lease = {|POOL001:p.Rent()|};
                lease.Value.Append(1);
                lease = p.Rent();
                lease.Dispose();
            }

            void Leave3()
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                try
                {
                    lease.Value.WriteByte(1);
                }
                catch (IOException)
                {
                    lease.Dispose();
                }
            }

            void Leave4(bool b)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (b)
                {
                    lease.Value.WriteByte(1);
                    lease.Dispose();
                }
                else
                {
                    lease.Value.WriteByte(2);
                }
            }

            void Leave5(LeasePool<StringBuilder> p)
            {
                if ({|POOL001:p.Rent()|} is { } lease)
                    lease.Value.Append(1);
            }

            void Leave6(LeasePool<StringBuilder> p)
            {
                if ({|POOL001:p.Rent()|} is { IsLive: true } lease)
                    lease.Value.Append(1);
            }

            void Leave7(int k)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                switch (k)
                {
                    case 1:
                        lease.Dispose();
                        break;
                }
            }

            void Leave8(int[] a)
            {
                foreach (int i in a)
                {
                    var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                    if (i == 3)
                        continue;
                    lease.Dispose();
                }
            }

            int Leave9(Stream s)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                int n = s.Read(lease.Value.GetSpan(4));
                if (n == 0)
                    return 0;
                lease.Dispose();
                return n;
            }

            void Leave10()
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                lease.Value.WriteByte(1);
                lease = default;
            }

            void Leave11(bool b)
            {
                Lease lease = default;
                lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (b)
                    lease.Dispose();
            }

            void Leave12(SharedBuffer m, bool b)
            {
                var s = {|POOL001:m.Retain()|};
                if (b)
                    return;
                s.Dispose();
            }

            void Leave13()
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (lease.Value.WrittenCount == 0)
                    return;
                lease.Dispose();
            }

            void Leave14(LeasePool<StringBuilder> p)
            {
                string s = {|POOL001:p.Rent()|} switch
                {
                    { IsLive: true } lease => lease.Value.ToString(),
                    _ => "",
                };
            }

            void Leave15(bool b)
            {
                PooledArray<byte> a = {|POOL001:new(4)|};
                if (b)
                    a.Span.Clear();
                else
                    a.Dispose();
            }

            async Task Leave16(Stream s, bool b)
            {
                var json = {|POOL009:Utf8JsonWriterPool.Shared.RentAsyncWriter(s)|};
                if (b)
                {
                    await json.DisposeAsync();
                }
            }

            async Task<int> Leave17(Stream s)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                try
                {
                    int n = await s.ReadAsync(lease.Value.GetMemory(4));
                    if (n == 0)
                        return 0;
                    lease.Value.Advance(n);
                    lease.Dispose();
                    return n;
                }
                catch (IOException)
                {
                    lease.Dispose();
                    throw;
                }
            }

            int Leave18(bool b)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (b && lease.Value.WrittenCount > 3)
                {
                    return 1;
                }
                lease.Dispose();
                return 2;
            }

            void Leave19(int[] a)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                foreach (int i in a)
                {
                    if (i < 0)
                        return;
                    lease.Value.WriteByte(1);
                }
                lease.Dispose();
            }

            bool Leave20(string s)
            {
                var lease = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (!int.TryParse(s, out int n))
                    return false;
                lease.Value.WriteByte((byte)n);
                lease.Dispose();
                return true;
            }

            void Leave21(LeasePool<StringBuilder> p)
            {
                var lease = {|POOL001:p.Rent()|};
                for (int i = 0; i < 3; i++)
                {
                    lease = {|POOL001:p.Rent()|};
                }
                lease.Dispose();
            }

            void Leave22(LeasePool<StringBuilder> p)
            {
                var a = {|POOL001:p.Rent()|};
                var b = p.Rent();
                a = b;
                a.Dispose();
            }
        }
        """;
}
