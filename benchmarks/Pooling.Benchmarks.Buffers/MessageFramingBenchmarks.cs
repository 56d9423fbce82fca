using System.Buffers;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A message that lies in several segments goes out as websocket frames; exactly the last one is marked as final.</summary>
public class MessageFramingBenchmarks
{
    private const int Operations = 200;
    private const int SegmentLength = 1024;

    private readonly PooledArrayBufferWriter<byte> _contiguous = new();
    private readonly SegmentedBufferWriter _segmented = new();
    private readonly FrameSink _sink = new();
    private ReadOnlySequence<byte> _message;

    [Params(2, 4, 8)]
    public int Segments { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] bytes = new byte[SegmentLength * Segments];
        new Random(Segments).NextBytes(bytes);
        _contiguous.Write(bytes);
        for (int at = 0; at < bytes.Length; at += SegmentLength)
            _segmented.Write(bytes.AsSpan(at, SegmentLength));

        var first = new Segment(bytes.AsMemory(0, SegmentLength));
        Segment last = first;
        for (int i = 1; i < Segments; i++)
            last = last.Append(bytes.AsMemory(i * SegmentLength, SegmentLength));

        _message = new ReadOnlySequence<byte>(first, 0, last, SegmentLength);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _contiguous.Dispose();
        _segmented.Dispose();
    }

    /// <summary>One frame more than there are segments: the last one is empty.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("WSC-framing-2", Role.Before)]
    [Row("WSC-framing-4", Role.Before)]
    [Row("WSC-framing-8", Role.Before)]
    public long EmptyFinalFrame()
    {
        FrameSink sink = _sink;
        for (int i = 0; i < Operations; i++)
        {
            foreach (ReadOnlyMemory<byte> segment in _message)
                sink.Send(segment, isFinal: false);

            sink.Send(default, isFinal: true);
        }

        return sink.LastMessageLength;
    }

    /// <summary>Each segment waits until it is known whether another one follows.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-framing-2", Role.Published)]
    [Row("WSC-framing-4", Role.Published)]
    [Row("WSC-framing-8", Role.Published)]
    public long LastSegmentIsFinal()
    {
        FrameSink sink = _sink;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySequence<byte>.Enumerator segments = _message.GetEnumerator();
            bool isFinal = !segments.MoveNext();
            while (!isFinal)
            {
                ReadOnlyMemory<byte> segment = segments.Current;
                isFinal = !segments.MoveNext();
                sink.Send(segment, isFinal);
            }
        }

        return sink.LastMessageLength;
    }

    /// <summary>In one pass: behind the last segment there is no position any more.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-framing-2", Role.Peer, "ReadOnlySequence.TryGet")]
    [Row("WSC-framing-4", Role.Peer, "ReadOnlySequence.TryGet")]
    [Row("WSC-framing-8", Role.Peer, "ReadOnlySequence.TryGet")]
    public long NoPositionAfterTheLast()
    {
        FrameSink sink = _sink;
        for (int i = 0; i < Operations; i++)
        {
            SequencePosition next = _message.Start;
            while (_message.TryGet(ref next, out ReadOnlyMemory<byte> segment))
                sink.Send(segment, isFinal: next.GetObject() is null);
        }

        return sink.LastMessageLength;
    }

    /// <summary>A writer that keeps its message contiguous has nothing to walk through: one frame, which is the final one.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-framing-2", Role.Ours)]
    [Row("WSC-framing-4", Role.Ours)]
    [Row("WSC-framing-8", Role.Ours)]
    public long OneFrame()
    {
        FrameSink sink = _sink;
        for (int i = 0; i < Operations; i++)
            sink.Send(_contiguous.WrittenMemory, isFinal: true);

        return sink.LastMessageLength;
    }

    /// <summary>A writer of chunks that are longer than the pieces that come in: fewer frames, none of them empty.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-framing-2", Role.Ours)]
    [Row("WSC-framing-4", Role.Ours)]
    [Row("WSC-framing-8", Role.Ours)]
    public long FramePerChunk()
    {
        FrameSink sink = _sink;
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySequence<byte> message = _segmented.WrittenSequence;
            SequencePosition next = message.Start;
            while (message.TryGet(ref next, out ReadOnlyMemory<byte> chunk))
                sink.Send(chunk, isFinal: next.GetObject() is null);
        }

        return sink.LastMessageLength;
    }

    [SmokeCheck(nameof(EmptyFinalFrame), nameof(LastSegmentIsFinal), nameof(NoPositionAfterTheLast), nameof(OneFrame),
        nameof(FramePerChunk))]
    public string CheckBytes()
    {
        byte[] message = _message.ToArray();
        if (!_contiguous.WrittenSpan.SequenceEqual(message) || !_segmented.WrittenSequence.ToArray().AsSpan().SequenceEqual(message))
            throw new InvalidOperationException("The writers and the sequence hold different messages.");

        return $"{_sink.Frames} frames";
    }

    /// <summary>Where frames go: counts them, in a call of its own, as a socket's would be.</summary>
    private sealed class FrameSink
    {
        private long _length;

        internal long Frames { get; private set; }

        internal long LastMessageLength { get; private set; }

        [MethodImpl(MethodImplOptions.NoInlining)]
        internal void Send(ReadOnlyMemory<byte> frame, bool isFinal)
        {
            Frames++;
            _length += frame.Length;
            if (!isFinal)
                return;

            LastMessageLength = _length;
            _length = 0;
        }
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        internal Segment(ReadOnlyMemory<byte> memory) => Memory = memory;

        internal Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }
}
