using System.Buffers;
using System.IO.Pipelines;
using Pooling.Objects;

namespace Pooling.Buffers;

public sealed partial class InjectedHookTests
{
    private abstract class Subject
    {
        internal abstract bool IsLive { get; }

        internal abstract byte[] Content { get; }

        internal abstract IEnumerable<Action<Subject>> Steps { get; }

        internal abstract void Write(byte value, int count);

        internal abstract void Reset();

        internal abstract IDisposable Detach();

        internal abstract void CopyTo(Stream target);

        internal abstract void CopyTo(IBufferWriter<byte> target);

        internal abstract Task CopyToAsync(Stream target);

        internal abstract Task CopyToAsync(PipeWriter target);

        internal abstract Stream AsReadStream();

        internal abstract void End();
    }

    private sealed class ContiguousSubject(BufferWriterPool pool) : Subject
    {
        private readonly PooledLease<PooledArrayBufferWriter<byte>> _lease = pool.Rent();

        internal override bool IsLive => _lease.IsLive;

        internal override byte[] Content => _lease.Value.WrittenSpan.ToArray();

        internal override IEnumerable<Action<Subject>> Steps
        {
            get
            {
                PooledArrayBufferWriter<byte> writer = _lease.Value;
                yield return static self => self.Write(Own, 10);
                yield return static self => self.Write(Own, 1000);
                yield return _ => writer.Reserve(3000);
                yield return _ => writer.GetSpan(20_000).Fill(Own);
                yield return _ => writer.WriteUtf8($"{new string((char)Own, 90_000)}");
                yield return _ => writer.Reserve(0).Replace(Text(Own, 150_000));
                yield return static self => self.Write(Own, 300_000);
                yield return static self => self.End();
            }
        }

        internal override void Write(byte value, int count) => Fill(_lease.Value, value, count);

        internal override void Reset() => _lease.Value.ResetWrittenCount();

        internal override IDisposable Detach() => _lease.Value.Detach();

        internal override void CopyTo(Stream target) => _lease.Value.CopyTo(target);

        internal override void CopyTo(IBufferWriter<byte> target) => _lease.Value.CopyTo((PipeWriter)target);

        internal override Task CopyToAsync(Stream target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Task CopyToAsync(PipeWriter target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Stream AsReadStream() => _lease.Value.AsReadStream();

        internal override void End() => _lease.Dispose();
    }

    private sealed class SegmentedSubject(BufferWriterPool pool) : Subject
    {
        private readonly PooledLease<SegmentedBufferWriter> _lease = pool.RentSegmented();

        internal override bool IsLive => _lease.IsLive;

        internal override byte[] Content => _lease.Value.WrittenSequence.ToArray();

        internal override IEnumerable<Action<Subject>> Steps
        {
            get
            {
                SegmentedBufferWriter writer = _lease.Value;
                yield return static self => self.Write(Own, 10);
                yield return static self => self.Write(Own, 10_000);
                yield return _ => writer.Reserve(70_000);
                yield return _ => writer.GetSpan(100_000).Fill(Own);
                yield return static self => self.Write(Own, 300_000);
                yield return _ => writer.Reserve(0).Replace(Text(Own, 90_000));
                yield return static self => self.End();
            }
        }

        internal override void Write(byte value, int count) => Fill(_lease.Value, value, count);

        internal override void Reset() => _lease.Value.ResetWrittenCount();

        internal override IDisposable Detach() => _lease.Value.Detach();

        internal override void CopyTo(Stream target) => _lease.Value.CopyTo(target);

        internal override void CopyTo(IBufferWriter<byte> target) => _lease.Value.CopyTo(target);

        internal override Task CopyToAsync(Stream target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Task CopyToAsync(PipeWriter target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Stream AsReadStream() => _lease.Value.AsReadStream();

        internal override void End() => _lease.Dispose();
    }
}
