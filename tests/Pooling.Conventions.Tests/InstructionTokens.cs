using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Pooling.Conventions;

/// <summary>Finds the metadata tokens in the instructions of a method.</summary>
internal static class InstructionTokens
{
    private const int TwoByteCodes = 0xFE;

    private static readonly Dictionary<int, OperandType> s_operands = typeof(OpCodes)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value & 0xFFFF, code => code.OperandType);

    internal static IEnumerable<EntityHandle> Of(BlobReader instructions)
    {
        List<EntityHandle> tokens = [];
        while (instructions.RemainingBytes > 0)
        {
            int code = instructions.ReadByte();
            if (code is TwoByteCodes)
                code = (code << 8) | instructions.ReadByte();

            switch (s_operands[code])
            {
                case OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineSig or OperandType.InlineTok
                    or OperandType.InlineType:
                    tokens.Add(MetadataTokens.EntityHandle(instructions.ReadInt32()));
                    break;
                case OperandType.InlineSwitch:
                    instructions.Offset += 4 * instructions.ReadInt32();
                    break;
                case OperandType operand:
                    instructions.Offset += SizeOf(operand);
                    break;
            }
        }

        return tokens;
    }

    private static int SizeOf(OperandType operand) => operand switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        _ => 4,
    };
}
