namespace Pooling.Analyzers.Usage;

/// <content>Correct code with targets of JSON leases.</content>
internal static partial class CorrectCode
{
    internal const string Json = """
        internal sealed class Json
        {
            static Utf8JsonWriterPool P => Utf8JsonWriterPool.Shared;

            byte[] Write1()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using (var json = P.Rent(lease.Value))
                    json.Writer.WriteNullValue();
                return lease.Value.WrittenSpan.ToArray();
            }

            byte[] Write2()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = P.Rent(lease.Value);
                json.Writer.WriteNullValue();
                json.Flush();
                return lease.Value.WrittenSpan.ToArray();
            }

            byte[] Write3()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = P.Rent(lease.Value);
                json.Writer.WriteNullValue();
                json.Writer.Flush();
                return lease.Value.WrittenSpan.ToArray();
            }

            byte[] Write4()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var json = P.Rent(lease.Value);
                JsonSerializer.Serialize(json.Writer, 1);
                return lease.Value.WrittenSpan.ToArray();
            }

            void Write5(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var n = lease.Value.Reserve(4);
                using (var json = P.Rent(lease.Value))
                    json.Writer.WriteNullValue();
                n.PatchLengthBigEndian();
                s.Write(lease.Value.WrittenSpan);
            }

            byte[] Write6()
            {
                using var m = new MemoryStream();
                var json = P.Rent(m);
                json.Writer.WriteNullValue();
                json.Dispose();
                return m.ToArray();
            }

            int Write7()
            {
                using var w = new W();
                int start = w.WrittenCount;
                using var json = P.Rent(w);
                Console.WriteLine(w.WrittenCount);
                json.Writer.WriteNullValue();
                return start;
            }

            void Write8(int[] a)
            {
                using var w = new W();
                foreach (int i in a)
                {
                    using (var json = P.Rent(w))
                        json.Writer.WriteNumberValue(i);
                    Console.WriteLine(w.WrittenCount);
                }
            }

            Lease Write9()
            {
                var lease = PooledArrayBufferWriter.Rent();
                using var json = P.Rent(lease.Value);
                json.Writer.WriteNullValue();
                return lease;
            }

            string Write10()
            {
                using var json = P.Rent();
                json.Writer.WriteNullValue();
                return Encoding.UTF8.GetString(json.WrittenSpan);
            }

            async Task Write11(PipeWriter p)
            {
                using (var json = P.Rent(p))
                    json.Writer.WriteNullValue();
                await p.FlushAsync();
            }

            async Task Write12(Stream s)
            {
                await using var json = P.RentAsyncWriter(s);
                json.Writer.WriteStartArray();
                for (int i = 0; i < 9; i++)
                {
                    json.Writer.WriteNumberValue(i);
                    await json.DrainIfNeededAsync();
                }
                json.Writer.WriteEndArray();
            }

            byte[] Write13()
            {
                using var w = new W();
                using var json = P.Rent(w);
                Write(json);
                return w.WrittenSpan.ToArray();
            }

            static void Write(PooledUtf8JsonWriter json)
            {
                json.Writer.WriteNullValue();
                json.Flush();
            }

            byte[] Write14(bool b)
            {
                using var w = new W();
                using var json = P.Rent(w);
                if (b)
                {
                    json.Writer.WriteNullValue();
                    json.Flush();
                }
                return w.WrittenSpan.ToArray();
            }

            void Write15(Stream s)
            {
                using var a = new W();
                using var b = new W();
                using var json = P.Rent(a);
                json.Writer.WriteNullValue();
                b.WriteByte(1);
                s.Write(b.WrittenSpan);
            }

            byte[] Write16()
            {
                var w = new ArrayBufferWriter<byte>();
                var json = P.Rent(w);
                try
                {
                    json.Writer.WriteNullValue();
                }
                finally
                {
                    json.Dispose();
                }
                return w.WrittenSpan.ToArray();
            }

            void Write17(MpscRingQueue<Lease> q)
            {
                var lease = PooledArrayBufferWriter.Rent();
                using (var json = P.Rent(lease.Value))
                    json.Writer.WriteNullValue();
                if (!q.TryEnqueue(lease))
                    lease.Dispose();
            }
        }
        """;
}
