using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <content>Parts of lists.</content>
internal sealed partial class PolicyEncodeablePool<T, TPolicy>
{
    private volatile bool _isProbed; // written once, before any object is handed out
    private bool _ownsLists;

    internal override bool MayOwnLists => _policy.HasNested || _ownsLists;

    internal override T TakePart()
    {
        // the list may keep it for ever: no rental
        T part = Store.TryPop() is { } idle ? Unsafe.As<T>(idle) : TakeSlow();
        EncodeableWord<ProcessorAtomics>.Give(ref _policy.StateOf(part).Word, EncodeableWord.Kept);
        return part;
    }

    internal override int ResetParts(T[] parts, int from, int to, ref Exception? failure)
    {
        if (MayOwnLists)
            return ResetNestedParts(parts, from, to, ref failure);

        int reset = from; // a local, because the caller's would be written to memory for each item
        try
        {
            for (; reset < to; reset++)
                _policy.Reset(parts[reset]);
        }
        catch (Exception exception)
        {
            failure ??= exception;
        }

        return reset;
    }

    internal override void GivePart(T part)
    {
        ref int word = ref _policy.StateOf(part).Word;
        if (!EncodeableWord<ProcessorAtomics>.TryEndKept(ref word))
            return;

        try
        {
            if (word == EncodeableWord.WrappedAround)
                Refuse(part);
            else if (!Store.TryPush(part))
                ReturnSlow(part);
        }
        catch (Exception exception)
        {
            PartResets.Current.Fail(exception);
        }
    }

    internal override void GiveUsedPart(T part)
    {
        if (EncodeableWord<ProcessorAtomics>.TryEndKept(ref _policy.StateOf(part).Word))
            PartResets.Current.EndLater(part);
    }

    internal override void GiveVisitedPart(T part)
    {
        if (EncodeableWord<ProcessorAtomics>.TryEndKept(ref _policy.StateOf(part).Word))
            PartResets.Current.EndVisitedLater(part);
    }

    internal override void EndVisited(object item, PartResets resets)
    {
        try
        {
            ReturnReset(Unsafe.As<T>(item));
        }
        catch (Exception exception)
        {
            resets.Fail(exception);
        }
    }

    internal override void DropPart(T part)
    {
        if (!EncodeableWord<ProcessorAtomics>.TryEndKept(ref _policy.StateOf(part).Word))
            return;

        try
        {
            Refuse(part);
        }
        catch (Exception exception)
        {
            PartResets.Current.Fail(exception);
        }
    }

    private int ResetNestedParts(T[] parts, int from, int to, ref Exception? failure)
    {
        var nested = NestedVisitor.OfParts();
        int reset = from;
        bool isTooDeep = false;
        try
        {
            for (; reset < to; reset++)
            {
                T part = parts[reset];
                if (_policy.HasNested)
                {
                    nested.MoveTo(_policy.StateOf(part).Slot);
                    _policy.VisitNested(part, ref nested);
                }

                if ((nested.HasFoundList || !_policy.HasNested) && !nested.TryEnterParts())
                {
                    isTooDeep = true;
                    break;
                }

                _policy.Reset(part);
            }
        }
        catch (Exception exception)
        {
            failure ??= exception;
        }
        finally
        {
            nested.LeaveParts(ref failure);
        }

        return isTooDeep ? ~reset : reset;
    }

    /// <summary>Detects whether a new object has lists.</summary>
    private void Probe(T item)
    {
        if (_isProbed)
            return;

        if (!_policy.HasNested)
        {
            var visitor = NestedVisitor.Probing();
            item.VisitNested(ref visitor);
            _ownsLists = visitor.HasFoundList;
        }

        _isProbed = true;
    }
}
