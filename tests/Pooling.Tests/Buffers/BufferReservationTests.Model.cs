using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests random programs against a list of bytes and a list of open reservations.</summary>
public sealed partial class BufferReservationTests
{
    [Fact]
    public void AnyProgram_EqualsTheModel() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), static program =>
    {
        foreach (bool clears in new[] { false, true })
        {
            var run = new Run(clears);
            for (int i = 0; i + 1 < program.Length; i += 2)
                run.Step(program[i] % 11, program[i + 1]);

            run.End();
        }
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(TestRounds.Of(2000)).WithEndSize(200));

    /// <summary>A writer and its model, compared after each step.</summary>
    private sealed class Run(bool clears)
    {
        private readonly CountingArrayPool<byte> _pool = new() { KeepsContent = true };
        private readonly List<byte> _content = [];
        private readonly List<Open> _open = [];
        private readonly List<BufferReservation<byte>> _ended = [];
        private PooledArrayBufferWriter<byte>? _made;
        private byte _next;

        private PooledArrayBufferWriter<byte> Writer =>
            _made ??= new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 4, MaxCapacity = 4096, ClearOnReturn = clears }, _pool);

        internal void Step(int operation, int argument)
        {
            switch (operation)
            {
                case 0 or 1:
                    Write(argument % 40);
                    break;
                case 2 or 3:
                    Reserve(argument % 7);
                    break;
                case 4 when _open.Count > 0:
                    Patch(argument % _open.Count);
                    break;
                case 5 when _open.Count > 0:
                    Replace(argument % _open.Count, argument / 16);
                    break;
                case 6 when _open.Count > 0:
                    PatchVarintLength();
                    break;
                case 7:
                    Truncate(argument % (_content.Count + 1));
                    break;
                case 8 when argument < 64:
                    Reset();
                    break;
                case 9 when argument < 32:
                    Detach();
                    break;
                case 10:
                    Write(0);
                    Writer.GetSpan(argument); // grows
                    break;
            }

            Assert.Equal(_content, Writer.WrittenSpan.ToArray());
            Assert.All(_ended, static reservation => Assert.Throws<InvalidOperationException>(() => reservation.Length));
            Assert.All(_open, open => Assert.Equal(
                (open.Length, _content.Count - open.Position - open.Length), (open.Token.Length, open.Token.WrittenSince)));
        }

        internal void End()
        {
            Writer.Dispose();
            Assert.All(_open, static open => Assert.Throws<ObjectDisposedException>(() => open.Token.Length));
            _pool.AssertAllReturned();
        }

        private void Write(int count)
        {
            byte[] bytes = Bytes(Math.Min(count, 4096 - _content.Count));
            Writer.Write(bytes);
            _content.AddRange(bytes);
        }

        private void Reserve(int count)
        {
            if (_content.Count + count > 4096)
            {
                Assert.Throws<BufferCapacityExceededException>(() => Writer.Reserve(count));
                return;
            }

            _open.Add(new Open(Writer.Reserve(count), _content.Count, count));
            _content.AddRange(new byte[count]);
        }

        private void Patch(int index)
        {
            Open open = _open[index];
            byte[] bytes = Bytes(open.Length);
            open.Token.Patch(bytes);
            Put(index, bytes);
        }

        private void Replace(int index, int length)
        {
            byte[] bytes = Bytes(length);
            if (index != _open.Count - 1)
            {
                Assert.Throws<InvalidOperationException>(() => _open[index].Token.Replace(bytes));
            }
            else if (_content.Count + length - _open[index].Length > 4096)
            {
                Assert.Throws<BufferCapacityExceededException>(() => _open[index].Token.Replace(bytes));
            }
            else
            {
                _open[index].Token.Replace(bytes);
                Put(index, bytes);
            }
        }

        private void PatchVarintLength()
        {
            Open open = _open[_open.Count - 1];
            var bytes = new ChunkedBufferWriter();
            bytes.WriteVarint32((uint)(_content.Count - open.Position - open.Length));
            if (_content.Count + bytes.Content.Length - open.Length > 4096)
                return;

            open.Token.PatchVarintLength();
            Put(_open.Count - 1, bytes.Content);
        }

        private void Truncate(int count)
        {
            Writer.Truncate(count);
            _content.RemoveRange(count, _content.Count - count);
            EndAll(open => open.Position + open.Length > count);
        }

        private void Reset()
        {
            Writer.ResetWrittenCount();
            _content.Clear();
            EndAll(static _ => true);
        }

        private void Detach()
        {
            using PooledArray<byte> detached = Writer.Detach();
            Assert.Equal(_content, detached.Span.ToArray());
            _content.Clear();
            EndAll(static _ => true);
        }

        private void Put(int index, byte[] bytes)
        {
            Open open = _open[index];
            _content.RemoveRange(open.Position, open.Length);
            _content.InsertRange(open.Position, bytes);
            _open.RemoveAt(index);
            _ended.Add(open.Token);
        }

        private void EndAll(Func<Open, bool> isGone)
        {
            _ended.AddRange(_open.Where(isGone).Select(static open => open.Token));
            _open.RemoveAll(open => isGone(open));
        }

        private byte[] Bytes(int count) => [.. Enumerable.Range(0, count).Select(_ => ++_next)];

        private sealed record Open(BufferReservation<byte> Token, int Position, int Length);
    }
}
