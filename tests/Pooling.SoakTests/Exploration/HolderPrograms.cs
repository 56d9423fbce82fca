using Pooling.Encodeables;

namespace Pooling.SoakTests.Exploration;

/// <summary>The programs of threads with one object: the library's own transitions between holders, and the code of its types around
/// them.</summary>
internal static class HolderPrograms
{
    internal const int Mark = int.MinValue + 1; // of the graph that initially contains the object
    private const int SecondMark = int.MinValue + 2;
    private const int StrangersMark = int.MinValue + 3;
    private const int RentersMark = int.MinValue + 4;
    private const int DetachedMark = int.MinValue + 5;
    private const int StaleToken = (4 << 3) + EncodeableWord.Token;
    private const int Version = 5 << 3;

    /// <summary>Returns the word of an object with a history that a holder has.</summary>
    internal static int WordOf(Holder holder) => Version + holder switch
    {
        Holder.Token => EncodeableWord.Token,
        Holder.Bare => EncodeableWord.Bare,
        Holder.Parent or Holder.FirstOfTwoParents => EncodeableWord.Part,
        Holder.List => EncodeableWord.Kept,
        _ => EncodeableWord.Unheld,
    };

    /// <summary>Tries to end the rental of the first holder.</summary>
    internal static void End(HolderExecution run, Holder holder, Ender ender)
    {
        switch (ender)
        {
            case Ender.Token:
                if (holder == Holder.Token && EncodeableWord<ExploredHolderAtomics>.TryEndToken(ref run.Word, WordOf(holder)))
                    TakeBack(run);

                break;
            case Ender.StaleToken:
                if (EncodeableWord<ExploredHolderAtomics>.TryEndToken(ref run.Word, StaleToken))
                    throw new ViolationException("A stale token ended what it does not hold.");

                break;
            case Ender.Reference:
                if (EncodeableWord<ExploredHolderAtomics>.TryEndBare(ref run.Word))
                    TakeBack(run);

                break;
            case Ender.Parent:
                EndNested(run, Mark);
                break;
            case Ender.SecondParent:
                EndNested(run, SecondMark);
                break;
            case Ender.Stranger:
                EndNested(run, StrangersMark);
                break;
            case Ender.Scope:
                EndScope(run, holder);
                break;
            case Ender.Detach:
                Detach(run, holder);
                break;
        }
    }

    /// <summary>Rents the object that others return, twice.</summary>
    internal static void Rent(HolderExecution run, int holder)
    {
        for (int i = 0; i < 2 && run.TryPop(); i++)
        {
            run.Use();
            switch (holder)
            {
                case EncodeableWord.Unheld: // in a scope, which returns it without a change of the word
                    break;
                case EncodeableWord.Part:
                    EncodeableWord<ExploredHolderAtomics>.GiveToGraph(ref run.Word, ref run.Slot, RentersMark);
                    run.Use();
                    Unless(EncodeableWord<ExploredHolderAtomics>.TryEndNested(ref run.Word, ref run.Slot, RentersMark));
                    break;
                case EncodeableWord.Kept:
                    EncodeableWord<ExploredHolderAtomics>.Give(ref run.Word, holder);
                    run.Use(); // and its reset, which does not change the word
                    if (i == 0)
                    {
                        Unless(EncodeableWord<ExploredHolderAtomics>.TryEndKept(ref run.Word));
                        break;
                    }

                    int token = EncodeableWord<ExploredHolderAtomics>.TryMoveKeptToToken(ref run.Word);
                    Unless(token != EncodeableWord.WrappedAround);
                    run.Use();
                    Unless(EncodeableWord<ExploredHolderAtomics>.TryEndToken(ref run.Word, token));
                    break;
                default:
                    int word = EncodeableWord<ExploredHolderAtomics>.Give(ref run.Word, holder);
                    run.Use();
                    Unless(holder == EncodeableWord.Token
                        ? EncodeableWord<ExploredHolderAtomics>.TryEndToken(ref run.Word, word)
                        : EncodeableWord<ExploredHolderAtomics>.TryEndBare(ref run.Word));
                    break;
            }

            run.Use();
            run.Push();
        }
    }

    /// <summary>Ends the rental of the first holder, after all others.</summary>
    internal static void Finish(HolderExecution run, Holder holder)
    {
        if (holder == Holder.List)
        {
            Unless(EncodeableWord<ExploredHolderAtomics>.TryEndKept(ref run.Word));
            TakeBack(run);
            return;
        }

        End(run, holder, Ender.Scope);
        End(run, holder, holder switch
        {
            Holder.Token => Ender.Token,
            Holder.Bare => Ender.Reference,
            _ => Ender.Parent,
        });
    }

    private static void EndNested(HolderExecution run, int mark)
    {
        if (run.Fault == HolderFault.MarkIgnored)
            mark = ((IAtomics)default(ExploredHolderAtomics)).Read(ref run.Slot);

        bool ends;
        if (run.Fault == HolderFault.ParentTakesTokens)
        {
            int held = default(ExploredHolderAtomics).ReadAcquire(ref run.Word);
            ends = EncodeableWord.HolderOf(held) != EncodeableWord.Unheld
                && default(ExploredHolderAtomics).CompareExchange(ref run.Word, EncodeableWord.After(held), held);
        }
        else
        {
            ends = EncodeableWord<ExploredHolderAtomics>.TryEndNested(ref run.Word, ref run.Slot, mark);
        }

        if (ends)
            TakeBack(run);
    }

    private static void EndScope(HolderExecution run, Holder holder)
    {
        if (!default(ExploredHolderAtomics).CompareExchange(ref run.Scope, 8, 0) || holder != Holder.Scope)
            return;

        TakeBack(run);
    }

    private static void Detach(HolderExecution run, Holder holder)
    {
        // the scope detaches it, and does not end it
        if (holder != Holder.Scope || !default(ExploredHolderAtomics).CompareExchange(ref run.Scope, 8, 0))
            return;

        default(ExploredHolderAtomics).WriteRelease(ref run.Slot, DetachedMark);
        int token = EncodeableWord<ExploredHolderAtomics>.Give(ref run.Word, EncodeableWord.Token);
        run.Use();
        Unless(EncodeableWord<ExploredHolderAtomics>.TryEndToken(ref run.Word, token));
        TakeBack(run);
    }

    private static void TakeBack(HolderExecution run)
    {
        run.Use(); // the reset
        run.CountEnd();
        run.Push();
    }

    private static void Unless(bool ended)
    {
        if (!ended)
            throw new ViolationException("Somebody ended what another one held.");
    }
}
