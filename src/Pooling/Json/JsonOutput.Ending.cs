using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>The end of a lease, and of this output.</content>
internal sealed partial class JsonOutput
{
    /// <summary>Ends the lease: writes the remaining bytes to the target, and releases the target and the
    /// document.</summary>
    /// <returns><see langword="false"/> if this output must not be leased again.</returns>
    internal bool Close()
    {
        if (_threshold != Never)
            return CloseTarget();

        bool isAlive = TryResetWriter();
        Forget();
        return isAlive && _store is not null && !_charge.IsOver;
    }

    /// <summary>Closes this output and returns it to its pool if the fast path can do that, which avoids the call of
    /// the source.</summary>
    /// <returns><see langword="false"/> if it cannot: the source must take the output back.</returns>
    internal bool TryEnd(LeaseCell<JsonOutput> cell, long version)
    {
        if (_threshold != Never && (_bufferWriter is null || !TryEndTarget(cell, version)))
            return false;

        if (_store is null || _buffer.Length > _maxSimple)
            return false;

        if (_budget.IsExceeded || _charge.IsOver || !TryResetWriter())
            return false;

        LeaveIdle();
        return cell.Source.TryKeep(cell, version);
    }

    /// <summary>Returns the array. Called once, when this output will not be leased again.</summary>
    public void Dispose()
    {
        byte[] array = TakeBuffer();
        _charge.End();
        RentedArray.Return(ArrayPool, array, TakeOffered(array));
    }

    /// <summary>Writes the remaining bytes to a target that need not be told of the end, and releases it.</summary>
    /// <returns><see langword="false"/> if there is no such target; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryEndTarget(LeaseCell<JsonOutput> cell, long version)
    {
        if (_hold is { IsAnnounced: true } || _state != JsonOutputState.Open)
            return false;

        try
        {
            DrainLast();
        }
        catch
        {
            EndFailed(cell, version);
            throw;
        }

        _bufferWriter = null;
        return true;
    }

    /// <summary>Ends a lease whose target threw.</summary>
    private void EndFailed(LeaseCell<JsonOutput> cell, long version)
    {
        try
        {
            CloseTarget();
        }
        finally
        {
            cell.Source.Refuse(cell, version, DropReason.Failed);
        }
    }

    private bool CloseTarget()
    {
        // Decided once: a drain may be ending on another thread, and its target may still be using the buffer.
        bool isRead = _isAsynchronous ? _asyncTarget!.TryAbandon() : _state == JsonOutputState.Busy;
        bool isInUse = isRead || (_isAsynchronous && _asyncTarget!.IsAwaited);
        bool isSound = false;
        try
        {
            if (isRead)
            {
                // the lease ended inside a call of the target, which still reads the buffer: leave it to the collector
                TakeBuffer();
            }
            else if (_state is JsonOutputState.Open or JsonOutputState.Broken && !_isAsynchronous)
            {
                DrainLast();
            }
        }
        finally
        {
            isSound = !isInUse & TryResetWriter() & _store is not null;
            _stream = null;
            _bufferWriter = null;
            _targetRental = NoRental;
            _hold?.Withdraw();
            ForgetAsyncTarget(isInUse);
            Forget();
        }

        return isSound && !_charge.IsOver;
    }

    private void DrainLast()
    {
        ReleaseMemory();
        try
        {
            if (_written > 0)
                Drain(flushes: false);
        }
        finally
        {
            _state = JsonOutputState.Failed; // the call has ended
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Forget()
    {
        if (_buffer.Length > _maxRetained || (_budget.IsExceeded && _buffer.Length > 0))
        {
            ForgetBuffer();
            return;
        }

        if (_offered > 0)
            ClearBuffer();

        LeaveIdle();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void LeaveIdle()
    {
        _written = 0;
        _limit = Closed;
        _state = JsonOutputState.Idle;
    }
}
