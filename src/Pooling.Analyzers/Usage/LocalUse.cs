using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>The declaration of a local variable or parameter, and everything that refers to it.</summary>
internal sealed class LocalUse
{
    private readonly List<Reference> _references = [];
    private List<Reference>? _writes;
    private IOperation? _onlyValue;
    private bool _isOnlyValueKnown;

    internal LocalUse(ISymbol symbol) => Symbol = symbol;

    /// <summary>Gets the variable or parameter.</summary>
    internal ISymbol Symbol { get; }

    internal string Name => Symbol.Name;

    internal ITypeSymbol? Type => (Symbol as ILocalSymbol)?.Type ?? (Symbol as IParameterSymbol)?.Type;

    internal RefKind RefKind => (Symbol as ILocalSymbol)?.RefKind ?? (Symbol as IParameterSymbol)?.RefKind
        ?? RefKind.None;

    /// <summary>Gets or sets the declaration; <see langword="null"/> for a parameter, and for a variable of a
    /// pattern, a loop or a call.</summary>
    internal IVariableDeclaratorOperation? Declarator { get; set; }

    /// <summary>Gets or sets the lambda or local function that declares the variable.</summary>
    internal IOperation? Function { get; set; }

    /// <summary>Gets or sets the <c>foreach</c> loop that declares the variable.</summary>
    internal IForEachLoopOperation? Loop { get; set; }

    /// <summary>Gets or sets the pattern that declares the variable.</summary>
    internal IPatternOperation? Pattern { get; set; }

    /// <summary>Gets or sets a value indicating whether the declaration ends what it holds.</summary>
    internal bool IsUsing { get; set; }

    internal IReadOnlyList<Reference> References => _references;

    /// <summary>Gets the references that can change the variable. To be called when the whole method has been
    /// read.</summary>
    internal IReadOnlyList<Reference> Writes => _writes ??= _references.FindAll(IsWrite);

    /// <summary>Gets the value that the variable holds from its declaration on; <see langword="null"/> if it can
    /// change. To be called when the whole method has been read.</summary>
    internal IOperation? OnlyValue
    {
        get
        {
            if (!_isOnlyValueKnown)
            {
                _onlyValue = Declarator?.GetVariableInitializer()?.Value is { } value && Writes.Count == 0 ? value
                    : null;
                _isOnlyValueKnown = true;
            }

            return _onlyValue;
        }
    }

    /// <summary>Gets the value that the variable holds from its declaration on, or the collection that holds its
    /// value.</summary>
    internal IOperation? Content => OnlyValue ?? Loop?.Collection;

    /// <summary>Gets the text in which the variable exists.</summary>
    internal TextSpan ScopeSpan => Places.ScopeOf(Declarator);

    /// <summary>Gets the first value, or the collection that has it, and all values that are assigned later.</summary>
    internal IEnumerable<IOperation> Values
    {
        get
        {
            if ((Declarator?.GetVariableInitializer()?.Value ?? Loop?.Collection) is { } first)
                yield return first;

            foreach (Reference reference in _references)
            {
                if (reference.Operation.Parent is ISimpleAssignmentOperation assignment
                    && ReferenceEquals(assignment.Target, reference.Operation))
                {
                    yield return assignment.Value;
                }
            }
        }
    }

    internal void Add(IOperation operation, IOperation? function) => _references.Add(new(operation, function));

    /// <summary>Whether a reference is in the function that declares the variable.</summary>
    internal bool IsDirect(Reference reference) => ReferenceEquals(reference.Function, Function);

    internal static bool IsWrite(Reference reference) => reference.Operation.Parent switch
    {
        IAssignmentOperation assignment => ReferenceEquals(assignment.Target, reference.Operation),
        IArgumentOperation { Parameter.RefKind: RefKind.Out or RefKind.Ref } => true,
        IIncrementOrDecrementOperation or ITupleOperation or IAddressOfOperation => true,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } =>
            declarator.Symbol.RefKind != RefKind.None,
        _ => reference.Operation is ILocalReferenceOperation { IsDeclaration: true },
    };

    /// <summary>One place that refers to the variable.</summary>
    internal readonly struct Reference(IOperation operation, IOperation? function)
    {
        internal IOperation Operation { get; } = operation;

        /// <summary>Gets the lambda or local function that holds the place.</summary>
        internal IOperation? Function { get; } = function;
    }
}
