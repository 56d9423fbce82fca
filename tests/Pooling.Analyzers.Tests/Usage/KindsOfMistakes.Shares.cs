namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with arrays of shares.</content>
internal static partial class KindsOfMistakes
{
    internal const string Shares = """
        internal sealed class Shares
        {
            void Share1()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var s = new SharedBuffer[3];
                {|POOL001:lease.Value.DetachShared(s)|};
                Console.WriteLine(s[0].Length);
            }

            void Share2(byte[] d)
            {
                var s = new SharedBuffer[3];
                {|POOL001:SharedBuffer.Create(d, s)|};
            }

            void Share3(SharedBuffer m)
            {
                var s = new SharedBuffer[3];
                if ({|POOL001:m.TryRetain(s)|})
                    Console.WriteLine(s.Length);
            }

            void Share4(byte[] d)
            {
                Span<SharedBuffer> s = new SharedBuffer[3];
                {|POOL001:SharedBuffer.Create(d, s)|};
                foreach (var x in s)
                    Console.WriteLine(x.Length);
            }

            void Share5(SharedBuffer m)
            {
                if ({|POOL001:m.TryRetain(out var s)|})
                    Console.WriteLine(s.Length);
            }

            void Share6(byte[] d)
            {
                SharedBuffer[] s = new SharedBuffer[2];
                {|POOL001:SharedBuffer.Create(d, s.AsSpan(0, 1))|};
                for (int i = 0; i < 1; i++)
                    Console.WriteLine(s[i].Memory.Length);
            }
        }
        """;
}
