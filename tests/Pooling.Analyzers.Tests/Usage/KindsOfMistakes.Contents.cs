namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with memory and objects of leases.</content>
internal static partial class KindsOfMistakes
{
    internal const string Contents = """
        internal sealed class Contents
        {
            async Task Keep1(Stream s)
            {
                Task t;
                using (var lease = PooledArrayBufferWriter.Rent())
                {
                    t = {|POOL002:s.WriteAsync(lease.Value.WrittenMemory)|}.AsTask();
                }
                await t;
            }

            async Task Keep2(Stream s)
            {
                var all = new List<Task>();
                for (int i = 0; i < 3; i++)
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    all.Add({|POOL002:s.WriteAsync(lease.Value.WrittenMemory)|}.AsTask());
                }
                await Task.WhenAll(all);
            }

            ReadOnlyMemory<byte> _m;
            static ReadOnlyMemory<byte> s_m;
            List<ReadOnlyMemory<byte>> _list = new();
            Dictionary<int, ReadOnlyMemory<byte>> _map = new();

            void Keep3()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _m = {|POOL002:lease.Value.WrittenMemory|};
            }

            void Keep4()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                s_m = {|POOL002:lease.Value.WrittenMemory.Slice(1)|};
            }

            void Keep5()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _list.Add({|POOL002:lease.Value.WrittenMemory|});
            }

            void Keep6(int k)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _map[k] = {|POOL002:lease.Value.WrittenMemory|};
            }

            IEnumerable<ReadOnlyMemory<byte>> Keep7()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                yield return {|POOL002:lease.Value.WrittenMemory|};
            }

            List<ReadOnlyMemory<byte>> Keep8()
            {
                var r = new List<ReadOnlyMemory<byte>>();
                for (int i = 0; i < 3; i++)
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    r.Add({|POOL002:lease.Value.WrittenMemory|});
                }
                return r;
            }

            ReadOnlyMemory<byte>[] Keep9()
            {
                var r = new ReadOnlyMemory<byte>[3];
                for (int i = 0; i < 3; i++)
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    r[i] = {|POOL002:lease.Value.WrittenMemory|};
                }
                return r;
            }

            List<ReadOnlyMemory<byte>> Keep10()
            {
                var r = new List<ReadOnlyMemory<byte>>();
                using var lease = PooledArrayBufferWriter.Rent();
                r.Add({|POOL002:lease.Value.WrittenMemory|});
                return r;
            }

            (ReadOnlyMemory<byte>, int) Keep11()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return ({|POOL002:lease.Value.WrittenMemory|}, 1);
            }

            ReadOnlySequence<byte> Keep12()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new ReadOnlySequence<byte>({|POOL002:lease.Value.WrittenMemory|});
            }

            Task<ReadOnlyMemory<byte>> Keep13()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return Task.FromResult({|POOL002:lease.Value.WrittenMemory|});
            }

            void Keep14(List<ReadOnlyMemory<byte>> r)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                r.Add({|POOL002:lease.Value.WrittenMemory|});
            }

            void Keep15(ChannelWriter<ReadOnlyMemory<byte>> c)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                c.TryWrite({|POOL002:lease.Value.WrittenMemory|});
            }

            async Task Keep16(ChannelWriter<ReadOnlyMemory<byte>> c)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                await c.WriteAsync({|POOL002:lease.Value.WrittenMemory|});
            }

            void Keep17(Queue<ReadOnlyMemory<byte>> c)
            {
                using var a = new PooledArray<byte>(4);
                c.Enqueue({|POOL002:a.Memory|});
            }

            byte Keep18()
            {
                using var w = new W();
                Span<byte> s = w.GetSpan(4);
                w.Advance(4);
                w.Write(new byte[5000]);
                {|POOL002:s|}[0] = 1;
                return w.WrittenSpan[0];
            }

            byte Keep19()
            {
                using var w = new W();
                w.WriteByte(1);
                var s = w.WrittenSpan;
                using var d = w.Detach();
                return {|POOL002:s|}[0];
            }

            byte Keep20()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var m = lease.Value.WrittenMemory;
                lease.Value.ResetWrittenCount();
                return {|POOL002:m|}.Span[0];
            }

            void Keep21(Action<ReadOnlyMemory<byte>> a)
            {
                ReadOnlyMemory<byte> m;
                using (var lease = PooledArrayBufferWriter.Rent())
                {
                    m = lease.Value.WrittenMemory;
                }
                a({|POOL002:m|});
            }

            void Keep22()
            {
                var lease = PooledArrayBufferWriter.Rent();
                _m = {|POOL002:lease.Value.WrittenMemory|};
                lease.Dispose();
            }

            void Keep23(out ReadOnlyMemory<byte> m)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                m = {|POOL002:lease.Value.WrittenMemory|};
            }

            ReadOnlyMemory<byte> P
            {
                get
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    return {|POOL002:lease.Value.WrittenMemory|};
                }
            }

            ReadOnlyMemory<byte> Keep24(bool b)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return b ? {|POOL002:lease.Value.WrittenMemory|} : default;
            }

            ReadOnlyMemory<byte>[] Keep25()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return [{|POOL002:lease.Value.WrittenMemory|}];
            }

            record Frame(ReadOnlyMemory<byte> Body);

            class Holder
            {
                public ReadOnlyMemory<byte> Body { get; set; }
            }

            Frame Keep26()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new Frame({|POOL002:lease.Value.WrittenMemory|});
            }

            Holder Keep27()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new Holder { Body = {|POOL002:lease.Value.WrittenMemory|} };
            }

            HttpContent Keep28()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return new ReadOnlyMemoryContent({|POOL002:lease.Value.WrittenMemory|});
            }

            Stream Keep29()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:lease.Value.AsReadStream()|};
            }

            void Keep30(LeasePool<List<int>> p)
            {
                List<int> kept;
                {
                    using var lease = p.Rent();
                    kept = lease.Value;
                }
                {|POOL002:kept|}.Add(1);
            }

            ReadOnlyMemory<byte> Keep31()
            {
                var lease = PooledArrayBufferWriter.Rent();
                try
                {
                    return {|POOL002:lease.Value.WrittenMemory|};
                }
                finally
                {
                    lease.Dispose();
                }
            }

            StringBuilder Keep32(LeasePool<StringBuilder> p)
            {
                var lease = p.Rent();
                var b = lease.Value;
                lease.Dispose();
                return {|POOL002:b|};
            }

            Memory<byte> Keep33()
            {
                using var o = MagazineMemoryPool.Shared.Rent(16);
                return {|POOL002:o.Memory|};
            }

            void Keep34(Action<ReadOnlyMemory<byte>> send)
            {
                using var w = new PooledArrayBufferWriter<byte>();
                w.WriteByte(1);
                var m = w.WrittenMemory;
                w.ResetWrittenCount();
                send({|POOL002:m|});
            }

            void Keep35(StringBuilder kept, LeasePool<StringBuilder> p)
            {
                using (var lease = p.Rent())
                {
                    kept = lease.Value;
                }
                {|POOL002:kept|}.Append(1);
            }
        }
        """;
}
