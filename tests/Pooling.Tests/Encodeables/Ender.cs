namespace Pooling.Encodeables;

/// <summary>Specifies an operation that may end the rental of a pooled object, or may try to do so.</summary>
public enum Ender
{
    /// <summary>A copy of the token that holds the object.</summary>
    Token,

    /// <summary>A token that held the object in an earlier rental.</summary>
    StaleToken,

    /// <summary>The return of the bare reference.</summary>
    Reference,

    /// <summary>The return of the object that the object is a part of.</summary>
    Parent,

    /// <summary>The return of the second object that refers to it.</summary>
    SecondParent,

    /// <summary>The return of an object that refers to it and never held it, or no longer does.</summary>
    Stranger,

    /// <summary>The end of the scope that everything was rented through.</summary>
    Scope,

    /// <summary>A second end of a scope that held the object in an earlier rental.</summary>
    StaleScope,

    /// <summary>A detach from the scope that everything was rented through.</summary>
    Detach,

    /// <summary>A detach from a scope that does not hold the object.</summary>
    DetachElsewhere,
}
