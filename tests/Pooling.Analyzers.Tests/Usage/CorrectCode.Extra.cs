namespace Pooling.Analyzers.Usage;

/// <content>Correct code with other uses.</content>
internal static partial class CorrectCode
{
    internal const string Extra = MessageWithParts.Source + """
        internal sealed class Extra
        {
            void Other1()
            {
                using var r = Message.Pool.Rent();
                var list = r.Value.Items;
                list.Clear();
                list.Add().A = 1;
                list.Clear();
            }

            void Other2()
            {
                using var r = Message.Pool.Rent();
                var m = r.Value;
                m.Items.Clear();
                m.B = 1;
            }

            void Other3()
            {
                using var a = Message.Pool.Rent();
                using var b = Message.Pool.Rent();
                var p = a.Value.Items.Add();
                b.Value.Items.Clear();
                p.A = 1;
            }

            bool Other4(SpscRingQueue<Lease> q) => !q.TryDequeue(out _);

            bool Other5(SharedBuffer m) => m.TryRetain(out _);

            async Task Other6(Stream s)
            {
                var json = Utf8JsonWriterPool.Shared.RentAsyncWriter(s);
                json.Writer.WriteNullValue();
                var flush = json.FlushAsync();
                var end = json.DisposeAsync();
                await flush;
                await end;
            }

            void Other7()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var done = new ManualResetEventSlim();
                Task.Run(Work);
                done.Wait();
                void Work()
                {
                    lease.Value.WriteByte(1);
                    done.Set();
                }
            }
        }
        """;
}
